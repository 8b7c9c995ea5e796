// RUN: lowp-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(gpu.module(convert-nvvm-to-simulator))'

// What has no model is refused.
gpu.module @kernels {
  llvm.func @clock() attributes {nvvm.kernel} {
    // expected-error@+1 {{failed to legalize operation 'nvvm.read.ptx.sreg.clock'}}
    %t = nvvm.read.ptx.sreg.clock : i32
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @__nv_expf(f32) -> f32

  llvm.func @libdevice(%x: f32) attributes {nvvm.kernel} {
    // expected-error@+1 {{calls a function that has no body here, which the simulator cannot run}}
    %y = llvm.call @__nv_expf(%x) : (f32) -> f32
    llvm.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{has an argument of type '!llvm.struct<(i32, i32)>', which the simulator does not pass}}
  llvm.func @struct(%x: !llvm.struct<(i32, i32)>) attributes {nvvm.kernel} {
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @integers(%a: i32, %c: i32) attributes {nvvm.kernel} {
    // expected-error@+1 {{failed to legalize operation 'nvvm.mma.sync'}}
    %d = nvvm.mma.sync A[%a, %a] B[%a] C[%c, %c, %c, %c]
      {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}
      : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
    llvm.return
  }
}
