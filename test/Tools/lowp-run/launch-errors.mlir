// What is wrong with a launch is said on one line, with exit code 1.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python %S/Inputs/launches.py %t
// DEFINE: %{name} =
// DEFINE: %{run} = not lowp-run %s --on=sim:sm_120a --launch=%t/%{name}.json
// REDEFINE: %{name} = malformed
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=MALFORMED
// MALFORMED: error: {{.*}}malformed.json: [1:1, byte=1]: Expected object key
// REDEFINE: %{name} = list
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: list.json is not a JSON object
// REDEFINE: %{name} = no_kernel
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-KERNEL
// NO-KERNEL: a launch needs the name of a "kernel"
// REDEFINE: %{name} = other_kernel
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=OTHER-KERNEL
// OTHER-KERNEL: there is no kernel @other; there are @k
// REDEFINE: %{name} = no_grid
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-GRID
// NO-GRID: a launch needs "grid" of one to three extents
// REDEFINE: %{name} = grid_of_four
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=GRID-OF-FOUR
// GRID-OF-FOUR: a launch needs "grid" of one to three extents
// REDEFINE: %{name} = negative_grid
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NEGATIVE-GRID
// NEGATIVE-GRID: "grid" has an extent that is none
// REDEFINE: %{name} = no_threads
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-THREADS
// NO-THREADS: a block has 1 to 1024 threads
// REDEFINE: %{name} = many_threads
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=MANY-THREADS
// MANY-THREADS: a block has 1 to 1024 threads
// REDEFINE: %{name} = negative_shared
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NEGATIVE-SHARED
// NEGATIVE-SHARED: a block of sm_120a has 0 to 101376 bytes of shared memory, not -1
// REDEFINE: %{name} = large_shared
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=LARGE-SHARED
// LARGE-SHARED: a block of sm_120a has 0 to 101376 bytes of shared memory, not 1099511627776
// REDEFINE: %{name} = no_arguments
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-ARGUMENTS
// NO-ARGUMENTS: a launch needs a list of "arguments"
// REDEFINE: %{name} = no_object
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-OBJECT
// NO-OBJECT: an argument is not an object
// REDEFINE: %{name} = no_argument
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-ARGUMENT
// NO-ARGUMENT: an argument is an "array", a "tensor_map", an "i8" to "i64", an "f32", or null
// REDEFINE: %{name} = one_argument
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=ONE-ARGUMENT
// ONE-ARGUMENT: @k takes 2 arguments, the launch has 1
// REDEFINE: %{name} = no_dtype
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-DTYPE
// NO-DTYPE: array x has the dtype ""; there are b1, i1 to i8, u1 to u8 and f2 to f8
// REDEFINE: %{name} = odd_dtype
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=ODD-DTYPE
// ODD-DTYPE: array x has the dtype "f3"
// REDEFINE: %{name} = no_shape
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-SHAPE
// NO-SHAPE: array x needs "load", or "dtype" and "shape"
// REDEFINE: %{name} = negative_shape
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NEGATIVE-SHAPE
// NEGATIVE-SHAPE: array x has an extent that is none
// REDEFINE: %{name} = uncounted
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=UNCOUNTED
// UNCOUNTED: array x is too large
// REDEFINE: %{name} = large
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: there is no memory for array x
// REDEFINE: %{name} = alignment
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// ALIGNMENT: array x has an alignment that is no power of two
// REDEFINE: %{name} = wide_integer
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=WIDE-INTEGER
// WIDE-INTEGER: 300 is no i8
// REDEFINE: %{name} = no_file
// RUN: %{run} 2>&1 | FileCheck %s --check-prefix=NO-FILE
// NO-FILE: nothere.npy: No such file or directory
// RUN: not lowp-run %s --on=sim:sm_1 --launch=%t/good.json 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: unknown target 'sm_1'; known are
// RUN: lowp-run %s --on=sim:sm_120a --launch=%t/good.json

gpu.module @kernels {
  llvm.func @k(%x: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
