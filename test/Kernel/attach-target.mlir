// RUN: lowp-opt %s --lowp-attach-target=chip=sm_120a | FileCheck %s

// CHECK: module attributes {lowp.target = #lowp.target<"sm_120a">}
module {}
