// RUN: lowp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-lowp-tile-to-nvvm))' --split-input-file --verify-diagnostics

gpu.module @kernels {
  gpu.func @no_such_instruction() kernel {
    // expected-error@+1 {{has a result that mma.sync cannot hold in registers or shared memory}}
    %0 = lowp.tile.zero : !lowp.tile.accumulator<64x64xf32, #lowp.tile.fragment<accumulator of "X", warps = [2, 2]>>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @in_tensor_memory() kernel {
    // expected-error@+1 {{has a result that mma.sync cannot hold in registers or shared memory}}
    %0 = lowp.tile.zero : !lowp.tile.accumulator<64x64xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @two_roles() kernel {
    lowp.tile.role "load" warps 1 {
      lowp.tile.yield
    }
    // expected-error@+1 {{is a second role of several threads: all but the first have a leader}}
    lowp.tile.role "compute" warps 4 {
      lowp.tile.yield
    }
    gpu.return
  }
}
