// RUN: lowp-opt %s --lowp-attach-target --verify-diagnostics
// RUN: lowp-opt %s --lowp-pipeline --verify-diagnostics

// expected-error@+1 {{no target is named; known are sm_100a, sm_103a, sm_120a}}
module {}
