//===- Passes.td - Passes that schedule and lower kernels --*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_PASSES_TD
#define LOWP_KERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttachTarget : Pass<"lowp-attach-target", "::mlir::ModuleOp"> {
  let summary = "Say which processor a module is compiled for";
  let description = [{
    Writes `lowp.target`, which all later passes read. A name that lowp does
    not compile for is refused with the reason, and so is a module that already
    names another processor. Without `chip` the module's own name counts.

    ```mlir
    module {}
    ```

    becomes, with `chip=sm_120a`,

    ```mlir
    module attributes {lowp.target = #lowp.target<"sm_120a">} {}
    ```
  }];
  let dependentDialects = ["::lowp::LowpDialect"];
  let options = [Option<"chip", "chip", "std::string", /*default=*/"",
                        "Name of the processor, as --list-targets prints it">];
}

def ScheduleKernels : Pass<"lowp-schedule-kernels", "::mlir::ModuleOp"> {
  let summary = "Choose how each kernel is cut into blocks, warps and stages";
  let description = [{
    Gives each `lowp.kernel` with a body a `schedule`. One that a kernel has is
    kept and checked, so that people and tuners can decide instead; so is the
    one that the option `matmul` states for contractions that have none.

    For a contraction the instruction is the best row of the target's table for
    the encodings and scales. The block tile has 128 columns and a depth of 128;
    its rows are 16, 32, 64 or 128, the fewest that M needs, where types say how
    large M is, else 128. 128 rows are for 2 x 2 warps of 64 x 64, each with 128
    registers a lane for sums; fewer rows are for four warps side by side. The
    ring has as many slots as fit into shared memory, at most five. Eight rows
    of tiles are gone through together. A quantization takes 4 rows of 256
    elements, one row a warp.

    ```mlir
    #mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
    #rows = #lowp.layout<row_major, pitch = 16>
    !q = !lowp.scaled<?x?xf8E4M3FN, #mx, #rows>
    lowp.kernel @f(%x: tensor<?x?xf32>) -> !q {
      %q = lowp.quantize %x with <recipe = rceil,
          conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                        infinity = max, nan = nan, zero_sign = keep>,
          zero_group = one, nonfinite_group = propagate,
          subnormals = preserve>
        : tensor<?x?xf32> to !q
      lowp.return %q : !q
    }
    ```

    becomes

    ```mlir
    #mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
    #rows = #lowp.layout<row_major, pitch = 16>
    !q = !lowp.scaled<?x?xf8E4M3FN, #mx, #rows>
    lowp.kernel @f(%x: tensor<?x?xf32>) -> !q attributes {schedule =
        #lowp.schedule<tile = [4, 256], warps = [4, 1], stages = 1>} {
      %q = lowp.quantize %x with <recipe = rceil,
          conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                        infinity = max, nan = nan, zero_sign = keep>,
          zero_group = one, nonfinite_group = propagate,
          subnormals = preserve>
        : tensor<?x?xf32> to !q
      lowp.return %q : !q
    }
    ```

    and a contraction `#lowp.schedule<tile = [128, 128, 128], warps = [2, 2],
    stages = 3, raster = 8,
    instruction = "MMA_F32_16x8x32_E4M3_E4M3_UE8M0">`.
  }];
  let options = [
    Option<"matmul", "matmul", "std::string", /*default=*/"",
           "Schedule of contractions that state none, as an attribute: "
           "#lowp.schedule<...>; the instruction may be left out">];
  let statistics = [Statistic<"numChosen", "chosen", "Schedules chosen">,
                    Statistic<"numKept", "kept", "Schedules found and kept">];
}

def LowerKernels : Pass<"lowp-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Lower kernels from value form to the tile level";
  let description = [{
    Writes a `gpu.func` for each scheduled `lowp.kernel` with a body, all in one
    `gpu.module @kernels`. The kernel itself stays as a declaration, so that
    what launches it still knows its types and contract.

    Arguments are one pointer into global memory for each storage component of
    an operand, then of a result, then the dynamic extents; `lowp.abi` on the
    function says what each is and how to launch it. Whoever launches it
    guarantees that no array of a result overlaps another array.

    With bulk copies, tensor maps of the codes come last, by value.

    Two skeletons exist: a contraction of K-contiguous operands, fed by a ring
    in shared memory, with elementwise `linalg.generic` after it; and a
    quantization in groups of 32 along rows. A body that fits neither is an
    error that says what does.

    ```mlir
    #mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
    #rows = #lowp.layout<row_major, pitch = 16>
    !q = !lowp.scaled<?x?xf8E4M3FN, #mx, #rows>
    lowp.kernel @f(%x: tensor<?x?xf32>) -> !q attributes {schedule =
        #lowp.schedule<tile = [4, 256], warps = [4, 1], stages = 1>} {
      %q = lowp.quantize %x with <recipe = rceil,
          conversion = <f8E4M3FN, rounding = rne, overflow = saturate,
                        infinity = max, nan = nan, zero_sign = keep>,
          zero_group = one, nonfinite_group = propagate,
          subnormals = preserve>
        : tensor<?x?xf32> to !q
      lowp.return %q : !q
    }
    ```

    becomes, the body left out,

    ```mlir
    #mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
    #rows = #lowp.layout<row_major, pitch = 16>
    !q = !lowp.scaled<?x?xf8E4M3FN, #mx, #rows>
    lowp.kernel private @f(tensor<?x?xf32>) -> !q
    gpu.module @kernels {
      gpu.func @f(%x: !llvm.ptr<1>, %codes: !llvm.ptr<1>, %scales: !llvm.ptr<1>,
                  %m: i64, %k: i64) kernel attributes {lowp.abi = #lowp.abi<
          arguments = [<operand "operand0_values" : f32, value = 0,
                        component = "values">,
                       <result "result0_codes" : i8, value = 0,
                        component = "codes">,
                       <result "result0_scales0" : i8, value = 0,
                        component = "scales0">,
                       <extent "M" : i64>, <extent "K" : i64>],
          grid = [<"M" by 4>, <"K" by 256>], block = 128, shared = 0>} {
        lowp.tile.role "all" warps 4 {
          lowp.tile.yield
        }
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::lowp::LowpDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::scf::SCFDialect",
    "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numLowered", "lowered", "Kernels lowered">];
}

def CarryAddresses : Pass<"lowp-carry-addresses", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Move pointers on with their loop";
  let description = [{
    In the body of an `scf.for`, addresses that differ by constants and move
    with the induction variable come from one pointer that the loop carries.
    A pointer of its own for each trip, beside the one that they all begin at,
    takes twice the registers, of which a contraction has none to spare.

    Offsets are sums of values from outside the loop and of multiples of the
    variable; so what does not change in the loop is moved out of it before
    (`loop-invariant-code-motion`).

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%p: !llvm.ptr<1>, %n: index) {
        %c0 = arith.constant 0 : index
        %c3 = arith.constant 3 : index
        %c128 = arith.constant 128 : index
        scf.for %i = %c0 to %n step %c3 {
          %k = arith.muli %i, %c128 : index
          %offset = arith.index_cast %k : index to i64
          %address = llvm.getelementptr %p[%offset]
            : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
          %x = llvm.load volatile %address : !llvm.ptr<1> -> i8
        }
        gpu.return
      }
    }
    ```

    becomes

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%p: !llvm.ptr<1>, %n: index) {
        %c0 = arith.constant 0 : index
        %c3 = arith.constant 3 : index
        %bytes = arith.constant 384 : i64
        %end = scf.for %i = %c0 to %n step %c3 iter_args(%address = %p)
            -> (!llvm.ptr<1>) {
          %x = llvm.load volatile %address : !llvm.ptr<1> -> i8
          %next = llvm.getelementptr %address[%bytes]
            : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
          scf.yield %next : !llvm.ptr<1>
        }
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numCarried", "carried", "Pointers carried">];
}

#endif // LOWP_KERNEL_PASSES_TD
