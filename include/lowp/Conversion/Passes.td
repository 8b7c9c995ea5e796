//===- Passes.td - Conversions from and to lowp ------------*- tablegen -*-===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_PASSES_TD
#define LOWP_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLowpStorageToLinalg : Pass<"convert-lowp-storage-to-linalg"> {
  let summary = "Lower storage operations on memrefs to linalg, vector, scf";
  let description = [{
    The reference meaning of the storage form. Codes are decoded and encoded by
    integer arithmetic that the rows of the format table drive, every policy of
    a quantizer and of a conversion is honoured or refused by name, and
    contractions follow one of the models of accumulation to the last bit.

    - A dequantization becomes one `linalg.generic` whose maps find the scales
      of each element.
    - A quantization becomes `scf` loops over the groups, and for each group a
      `linalg.generic` that reduces its largest magnitude, the recipe of its
      scale in `arith`, and a `linalg.generic` that encodes.
    - A contraction under `f32-sequential` decodes panels of its operands to f32
      by tables and sums tiles of 6 x 16 elements with `vector.fma`, one for
      each k in ascending order. Scales that lie too far from one for a product
      of code and scale to be an f32 send the whole contraction, when it runs,
      to loops that multiply in f64; so do encodings of more than 8 bits and
      contractions without a dimension that only one operand has.
    - A contraction under `exact` becomes loops over integers wide enough for
      the sum.

    Extents that are not known are compared by `cf.assert` where the program
    runs.

    ```mlir
    func.func @f(%c: memref<8x64xi8>, %s: memref<8x2xi8>,
                 %x: memref<8x64xf32>) {
      lowp.storage.dequantize ins(%c, %s : memref<8x64xi8>, memref<8x2xi8>
          as !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>)
        outs(%x : memref<8x64xf32>)
      return
    }
    ```

    The body of the `linalg.generic` that comes of it decodes a code and its
    scale, multiplies them in f64, which is exact, and rounds once.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"accumulate", "accumulate", "::lowp::AccumulationModel",
           "::lowp::AccumulationModel::F32Sequential",
           "How products along k are added", [{::llvm::cl::values(
             clEnumValN(::lowp::AccumulationModel::Exact, "exact",
                        "the exact sum, rounded once to f32"),
             clEnumValN(::lowp::AccumulationModel::F32Sequential,
                        "f32-sequential",
                        "one f32 addition for each k, in ascending order"))}]>
  ];
}

def ConvertLowpTileToNVVM
    : Pass<"convert-lowp-tile-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower the tile level to mma.sync, ldmatrix and cp.async";
  let description = [{
    Spreads tiles over warps and lanes: an accumulator becomes the registers
    that the instruction's row gives a lane, a ring groups of asynchronous
    copies into dynamic shared memory with barriers, a map its body once for
    each element of a lane. What is not of the tile level stays.

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%p: !llvm.ptr<1>, %n: index, %i: index) -> f32 {
        %v = lowp.tile.view %p extents [%n] : !llvm.ptr<1> to !lowp.tile.view<?xf32>
        %x = lowp.tile.element %v[%i] outside 1.0 : f32 : !lowp.tile.view<?xf32>
        gpu.return %x : f32
      }
    }
    ```

    becomes, but for the order of operations,

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%p: !llvm.ptr<1>, %n: index, %i: index) -> f32 {
        %zero = arith.constant 0 : index
        %four = arith.constant 4 : index
        %one = arith.constant 1.0 : f32
        %in = arith.cmpi ult, %i, %n : index
        %place = arith.select %in, %i, %zero : index
        %bytes = arith.muli %place, %four : index
        %offset = arith.index_cast %bytes : index to i64
        %q = llvm.getelementptr %p[%offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
        %y = llvm.load %q {alignment = 4 : i64} : !llvm.ptr<1> -> f32
        %x = arith.select %in, %y, %one : f32
        gpu.return %x : f32
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::scf::SCFDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect"];
}

def RecomputePlaces
    : Pass<"lowp-recompute-places", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Compute places again after a loop of products";
  let description = [{
    What comes after the first loop with matrix instructions computes places
    from the thread's number and from extents, as what comes before it does.
    Compilers make one value of both and keep it through the loop, in registers
    that it lacks. So what comes after gets a number of the thread that is read
    anew, and copies of the extents, in a way that they do not see through, and
    integer arithmetic on them is done again. Where the loop is in another one,
    over tiles, that holds for what is before it there as well. It belongs
    before common subexpressions are looked for.

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%n: index, %a: i32, %s: i32, %p: !llvm.ptr<1>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %zero = arith.constant 0 : i16
        %z = arith.constant 0.0 : f32
        scf.for %i = %c0 to %n step %c1 {
          %d = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%z, %z, %z, %z]
            scaleA[%s, %zero, %zero] scaleB[%s, %zero, %zero] {
            shape = #nvvm.shape<m = 16, n = 8, k = 32>,
            multiplicandAPtxType = #nvvm.mma_type<e4m3>,
            multiplicandBPtxType = #nvvm.mma_type<e4m3>,
            scaleVecSize = #nvvm.scale_vec_size<x1>,
            blockScaleFormat = #nvvm.block_scale_format<ue8m0>,
            kind = #nvvm.block_scale_kind<mxf8f6f4>}
            : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
        }
        %t = gpu.thread_id x
        %number = arith.index_cast %t : index to i64
        llvm.store %number, %p : i64, !llvm.ptr<1>
        gpu.return
      }
    }
    ```

    reads `%t` by inline assembly, `mov.u32 $0, %tid.x;`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numPhases", "phases",
                              "Runs of operations with values of their own">];
}

def ConvertKernelsToNVVM
    : Pass<"convert-kernels-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower gpu functions to NVVM, with math as instructions";
  let description = [{
    Upstream's patterns for `gpu`, `arith`, `cf` and `math` in one conversion.
    `convert-gpu-to-nvvm` calls NVIDIA's libdevice for functions of `math` and
    refuses the intrinsics that `convert-math-to-llvm` makes; here `math.fma`,
    `math.floor` and their like become intrinsics, which are instructions. What
    is none, as `math.exp` of f64, or only a rough one, as `arith.remf`, still
    becomes a call. Use upstream's pass where libdevice is linked.

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%a: f32, %b: f32) -> f32 {
        %y = math.fma %a, %b, %b : f32
        gpu.return %y : f32
      }
    }
    ```

    becomes

    ```mlir
    gpu.module @kernels {
      llvm.func @f(%a: f32, %b: f32) -> f32 {
        %y = llvm.intr.fma(%a, %b, %b) : (f32, f32, f32) -> f32
        llvm.return %y : f32
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def ConvertPTXToNVVM
    : Pass<"convert-ptx-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Make operations of inline PTX and of NVVM's intrinsics";
  let description = [{
    Kernels that come from LLVM IR have instructions as text in inline assembly
    and as calls of intrinsics. Both become the operations of the LLVM and NVVM
    dialects that mean the same, so that passes see one form. An instruction
    with a predicate becomes a branch around its operations. Intrinsics without
    an operation stay calls.

    An instruction that is not known is an error that names those that are:
    `mov`, `ld`, `st`, `cp.async`, `ldmatrix`, `stmatrix`, `mma` with and
    without scales, `cvt` of narrow floats, `bar` and `barrier`. This is not a
    way to PTX: what it makes may be other instructions there.

    ```mlir
    gpu.module @kernels {
      llvm.func @f(%x: !llvm.ptr<1>, %v: i32, %p: i1) {
        llvm.inline_asm has_side_effects "@$2 st.global.b32 [ $1 + 4 ], { $0 };", "r,l,b" %v, %x, %p : (i32, !llvm.ptr<1>, i1) -> ()
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    gpu.module @kernels {
      llvm.func @f(%x: !llvm.ptr<1>, %v: i32, %p: i1) {
        llvm.cond_br %p, ^store, ^after
      ^store:
        %y = llvm.getelementptr %x[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
        llvm.store %v, %y {alignment = 4 : i64} : i32, !llvm.ptr<1>
        llvm.br ^after
      ^after:
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def ConvertNVVMToSimulator
    : Pass<"convert-nvvm-to-simulator", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Make kernels run thread by thread on the host";
  let description = [{
    Kernels in the LLVM and NVVM dialects become functions of the LLVM dialect
    for the host. One call of such a function runs one thread: its first
    argument says which, its second leads to the arguments of the launch.
    Arithmetic stays; whatever reaches beyond a thread (special registers,
    shared and global memory, barriers, exchange between lanes, matrix
    instructions) becomes a call of the simulator's runtime. Accesses to memory
    are announced to it, so that it can refuse them.

    Operations that can fault are numbered; the attribute
    `lowp.simulator_sites` of the module has the name and location of each, and
    `lowp.simulator_shared` the bytes of its static shared memory. Operations
    that the simulator has no model of are errors.

    ```mlir
    gpu.module @kernels {
      llvm.func @first(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
        %t = nvvm.read.ptx.sreg.tid.x : i32
        llvm.store %t, %x : i32, !llvm.ptr<1>
        llvm.return
      }
    }
    ```

    Here the register becomes a call of `@lowpSimRegister`, and a call of
    `@lowpSimStore` comes before the store.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // LOWP_CONVERSION_PASSES_TD
