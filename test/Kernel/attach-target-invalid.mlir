// RUN: lowp-opt %s --lowp-attach-target=chip=sm_120 --split-input-file --verify-diagnostics

// Without its suffix a chip lacks what it is chosen for.
// expected-error@+1 {{target 'sm_120' is refused: mma.sync with block scales exists only on the architecture-specific target}}
module {}

// -----

// expected-error@+1 {{the module is for 'sm_120a', it cannot be compiled for 'sm_120'}}
module attributes {lowp.target = #lowp.target<"sm_120a">} {}
