// What is wrong is said, with exit code 1 and nothing else.
//
// RUN: %python %S/Inputs/arrays.py %t
// RUN: split-file %s %t/programs
// DEFINE: %{run} = not lowp-run %t/programs/good.mlir

// RUN: not lowp-run %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NO-FILE
// NO-FILE: lowp-run: error: cannot open input file '{{.*}}none.mlir': No such file or directory

// RUN: not lowp-run %t/programs/malformed.mlir 2>&1 | FileCheck %s --check-prefix=MALFORMED
// MALFORMED: malformed.mlir:1:{{[0-9]+}}: error: expected

// RUN: not lowp-run %t/programs/invalid.mlir 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: invalid.mlir:3:{{[0-9]+}}: error: 'lowp.dim' op dimension 7 is not one of the 2

// RUN: not lowp-run 2>&1 | FileCheck %s --check-prefix=NO-PROGRAM
// NO-PROGRAM: error: there is no FILE to run

// RUN: %{run} --accumulate=fast 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: Cannot find option named 'fast'
// RUN: %{run} --on=gpu 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: error: --on is cpu or sim:TARGET, not gpu
// RUN: %{run} --on=sim: 2>&1 | FileCheck %s --check-prefix=NO-TARGET
// NO-TARGET: error: --on is cpu or sim:TARGET, not sim:
// RUN: %{run} --alignment=16 2>&1 | FileCheck %s --check-prefix=ALIGNMENT-ON
// ALIGNMENT-ON: error: --alignment needs --on=sim:TARGET
// RUN: %{run} --multiprocessors=2 2>&1 | FileCheck %s --check-prefix=SCHEDULE-ON
// RUN: %{run} --schedule=fast 2>&1 | FileCheck %s --check-prefix=SCHEDULE-ON
// SCHEDULE-ON: error: --schedule and --multiprocessors are for programs with --on=sim:TARGET
// RUN: %{run} --on=sim:sm_120a --alignment=24 2>&1 | FileCheck %s --check-prefix=ALIGNMENT
// ALIGNMENT: error: --alignment is a power of two up to 4096, not 24
// RUN: %{run} --on=sim:sm_120a --alignment=8192 2>&1 | FileCheck %s --check-prefix=ALIGNMENT-LARGE
// ALIGNMENT-LARGE: error: --alignment is a power of two up to 4096, not 8192
// RUN: %{run} --on=sim:sm_120a --alignment=16 --launch=%t/x.json 2>&1 | FileCheck %s --check-prefix=ALIGNMENT-LAUNCH
// ALIGNMENT-LAUNCH: error: --alignment is for programs; a launch file has that of each array
// RUN: %{run} --unknown 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: Unknown command line argument '--unknown'

// RUN: %{run} --entry=none 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: error: there is no function or kernel @none; there are @main, @scaled, @tall, @mismatch, @assembled, @square, @divide, @asserts, @negative, @large
// RUN: %{run} --entry=vendor 2>&1 | FileCheck %s --check-prefix=EXTERNAL
// EXTERNAL: error: @vendor is external and has no body to run
// RUN: not lowp-run %t/programs/types.mlir --entry=narrow 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: error: argument #0 has the type tensor<4xf4E2M1FN>: files hold tensors and scalars of 8 to 64 bit numbers, i1 and index, and scaled values
// RUN: not lowp-run %t/programs/types.mlir --entry=scaled_f4 2>&1 | FileCheck %s --check-prefix=SCALED-F4
// SCALED-F4: error: argument #0 has the type !lowp.scaled<{{.*}}>: it has no storage form yet

// RUN: %{run} --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NO-ARG
// NO-ARG: error: there are 0 --arg files, the entry needs 1: argument #0
// RUN: %{run} --arg=%t/x.npy --arg=%t/x.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=TWO-ARGS
// TWO-ARGS: error: there are 2 --arg files, the entry needs 1: argument #0
// RUN: %{run} --arg=%t/x.npy 2>&1 | FileCheck %s --check-prefix=NO-OUT
// NO-OUT: error: there are 0 --out files, the entry needs 1: result #0
// RUN: %{run} --entry=scaled --arg=%t/codes.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=COMPONENTS
// COMPONENTS: error: there are 1 --arg files, the entry needs 2: argument #0 (codes), argument #0 (scales0)

// RUN: %{run} --arg=%t/none.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NO-NPY
// NO-NPY: error: {{.*}}none.npy: No such file or directory
// RUN: %{run} --arg=%t --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: {{.*}}: Is a directory
// RUN: %{run} --arg=/dev/zero --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: /dev/zero: this is a device, not a file
// RUN: %{run} --arg=%t/no_npy.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NOT-NPY
// RUN: %{run} --arg=%t/empty.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NOT-NPY
// RUN: %{run} --arg=%t/cut_magic.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NOT-NPY
// NOT-NPY: error: {{.*}}.npy: this is no .npy file
// RUN: %{run} --arg=%t/cut.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: error: {{.*}}cut.npy: its header promises 24 bytes of elements, the file holds 20
// RUN: %{run} --arg=%t/cut_header.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=CUT-HEADER
// CUT-HEADER: error: {{.*}}cut_header.npy: the file ends in its header
// RUN: %{run} --arg=%t/huge.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: {{.*}}huge.npy: its shape has more elements than can be counted
// RUN: %{run} --arg=%t/version.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: error: {{.*}}version.npy: version 9 of .npy is not known
// RUN: %{run} --arg=%t/no_dict.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NO-DICT
// NO-DICT: error: {{.*}}no_dict.npy: its header is no dictionary
// RUN: %{run} --arg=%t/no_shape.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NO-SHAPE
// NO-SHAPE: error: {{.*}}no_shape.npy: its header lacks one of `descr`, `fortran_order` and `shape`
// RUN: %{run} --arg=%t/bad_shape.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=BAD-SHAPE
// BAD-SHAPE: error: {{.*}}bad_shape.npy: `shape` in its header is no tuple of integers
// RUN: %{run} --arg=%t/bad_dtype.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=BAD-DTYPE
// BAD-DTYPE: error: {{.*}}bad_dtype.npy: its dtype `<f4x` is not understood
// RUN: %{run} --arg=%t/bad_order.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=BAD-ORDER
// BAD-ORDER: error: {{.*}}bad_order.npy: `fortran_order` in its header is neither True nor False
// RUN: %{run} --arg=%t/open_string.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: error: {{.*}}open_string.npy: its elements are records, which no tensor has
// RUN: %{run} --arg=%t/x_big_endian.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=ENDIAN
// ENDIAN: error: {{.*}}x_big_endian.npy: its elements are big-endian (`>f4`); save it with .astype('<f4')
// RUN: %{run} --arg=%t/complex.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: error: {{.*}}complex.npy: its dtype `<c8` is no boolean, integer or float of up to 8 bytes
// RUN: %{run} --arg=%t/record.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=RECORD
// RECORD: error: {{.*}}record.npy: its elements are records, which no tensor has
// RUN: %{run} --arg=%t/sparse.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=SPARSE
// SPARSE: error: {{.*}}sparse.npy needs 8796093022208 bytes, more than there is memory

// RUN: %{run} --arg=%t/x_f8.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=DTYPE
// DTYPE: error: {{.*}}x_f8.npy has the dtype f8, but argument #0 of f32 is stored as f4
// RUN: %{run} --arg=%t/x_1d.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: {{.*}}x_1d.npy has the shape (6,), but argument #0 has (?, 3)
// RUN: %{run} --entry=scaled --arg=%t/codes.npy --arg=%t/scales_2x2.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=SCALES
// SCALES: error: {{.*}}scales_2x2.npy has the shape (2, 2), but argument #0 (scales0) has (2, 1) beside codes of (2, 3)
// RUN: %{run} --entry=tall --arg=%t/codes_5x3.npy --arg=%t/scales.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=TALL
// TALL: error: {{.*}}codes_5x3.npy has the shape (5, 3), but argument #0 (codes) has (4, ?)

// RUN: %{run} --arg=%t/x.npy --out=%t/none/y.npy 2>&1 | FileCheck %s --check-prefix=NO-PLACE
// NO-PLACE: error: {{.*}}y.npy: No such file or directory

// Extents that do not fit, where only the data tells.
// RUN: %{run} --entry=mismatch --arg=%t/codes.npy --arg=%t/scales.npy --arg=%t/x_3x3.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=MISMATCH
// MISMATCH: error: the program stopped: {{.*}}incompatible with inferred dimension size
// MISMATCH: note: at {{.*}}good.mlir
// RUN: %{run} --entry=assembled --arg=%t/codes.npy --arg=%t/scales_2x2.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=ASSEMBLED
// ASSEMBLED: error: the program stopped: extent 1 of the scales0 of lhs of a matmul is not one for each 32 elements along dimension 1
// ASSEMBLED: note: at {{.*}}good.mlir":{{[0-9]+}}:8
// RUN: %{run} --entry=square --arg=%t/codes.npy --arg=%t/scales.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=SQUARE
// SQUARE: error: the program stopped: the operands of a matmul differ in the extent of dimension d2
// SQUARE: note: at {{.*}}good.mlir":{{[0-9]+}}:8
// RUN: %{run} --entry=divide --arg=%t/count.npy --arg=%t/zero.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE-NOT: Stack dump
// DIVIDE: error: the program stopped: an integer is divided by zero
// RUN: %{run} --entry=asserts --arg=%t/zero.npy 2>&1 | FileCheck %s --check-prefix=ASSERTS
// ASSERTS: error: the program stopped: the count is zero
// ASSERTS-NOT: note: at
// RUN: %{run} --entry=negative --arg=%t/negative.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: result #0 has a negative extent: (-7, -7)
// RUN: %{run} --entry=large --arg=%t/count.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: the program needs a buffer of {{[0-9]+}} bytes, more than there is memory

// The rules come before everything else; what they leave to a lowering comes
// with the lowering.
// RUN: not lowp-run %t/programs/unstated.mlir 2>&1 | FileCheck %s --check-prefix=RULE
// RULE: unstated.mlir:3:{{[0-9]+}}: error: {{.*}}[scl-zero-group]
// RULE: lowp-run: error: {{.*}}unstated.mlir breaks a rule, so it is not run
// RUN: not lowp-run %t/programs/flush.mlir --arg=%t/x.npy --out=%t/c.npy --out=%t/s.npy 2>&1 | FileCheck %s --check-prefix=LOWERING
// LOWERING: flush.mlir:3:{{[0-9]+}}: error: {{.*}} has no lowering for `subnormals = flush`; preserve has one
// LOWERING-NOT: see current operation
// LOWERING: lowp-run: error: {{.*}}flush.mlir cannot be lowered to the CPU
// RUN: not lowp-run %t/programs/arith.mlir --arg=%t/x.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=ARITH
// ARITH: arith.mlir:2:{{[0-9]+}}: error: arithmetic on 'f8E4M3FN' is not lowered: it leaves open what its codes become; lowp.quantize and lowp.dequantize convert them
// ARITH: lowp-run: error: {{.*}}arith.mlir cannot be lowered to the CPU

// What the entry calls must have a body, and an end.
// RUN: not lowp-run %t/programs/calls.mlir --entry=external --arg=%t/x.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=CALLS-EXTERNAL
// CALLS-EXTERNAL: calls.mlir:3:{{[0-9]+}}: error: calls @vendor, which is external and has no body to run
// CALLS-EXTERNAL: calls.mlir:1:{{[0-9]+}}: note: the function is declared here
// CALLS-EXTERNAL-NOT: JIT
// CALLS-EXTERNAL: lowp-run: error: {{.*}}calls.mlir cannot be lowered to the CPU
// RUN: not lowp-run %t/programs/calls.mlir --entry=itself --arg=%t/x.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=ITSELF
// ITSELF: calls.mlir:6:{{[0-9]+}}: error: @itself calls itself: recursion is not run; a loop of scf is
// RUN: not lowp-run %t/programs/calls.mlir --entry=circle --arg=%t/x.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=CIRCLE
// CIRCLE: error: @{{ping|pong}} calls itself through others: recursion is not run
// CIRCLE: note: @{{ping|pong}} is in the circle
// RUN: not lowp-run %t/programs/calls.mlir --entry=indirect --arg=%t/x.npy --out=%t/y.npy 2>&1 | FileCheck %s --check-prefix=INDIRECT
// INDIRECT: calls.mlir:{{[0-9]+}}:{{[0-9]+}}: error: calls through a value, which is not run; func.call names what it calls
// RUN: lowp-run %t/programs/calls.mlir --entry=twice --arg=%t/x.npy --out=%t/y.npy

//--- calls.mlir
func.func private @vendor(tensor<?x3xf32>) -> tensor<?x3xf32>
func.func @external(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = func.call @vendor(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @itself(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = func.call @itself(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @circle(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = func.call @ping(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @ping(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = func.call @pong(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @pong(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = func.call @ping(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @twice(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = func.call @same(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %z = func.call @same(%y) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %z : tensor<?x3xf32>
}
func.func @indirect(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %f = func.constant @indirect : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %y = func.call_indirect %f(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @same(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}
//--- malformed.mlir
func.func @main(
//--- invalid.mlir
!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @main(%x: !x) -> index {
  %n = lowp.dim %x, 7 : !x
  return %n : index
}
//--- types.mlir
func.func @narrow(%x: tensor<4xf4E2M1FN>) {
  return
}
func.func @scaled_f4(%x: !lowp.scaled<?x?xf4E2M1FN, #lowp.scale<f8E8M0FNU per 1x32>>) {
  return
}
//--- unstated.mlir
!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @main(%x: tensor<?x?xf32>) -> !x {
  %q = lowp.quantize %x with <recipe = rceil, conversion = <f8E4M3FN>, nonfinite_group = propagate> : tensor<?x?xf32> to !x
  return %q : !x
}
//--- flush.mlir
!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @main(%x: tensor<?x?xf32>) -> !x {
  %q = lowp.quantize %x with <recipe = rceil, conversion = <f8E4M3FN, rounding = rne, overflow = saturate, infinity = max, nan = nan, zero_sign = keep>, zero_group = one, nonfinite_group = propagate, subnormals = flush> : tensor<?x?xf32> to !x
  return %q : !x
}
//--- arith.mlir
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf8E4M3FN> {
  %c = arith.truncf %x : tensor<?x3xf32> to tensor<?x3xf8E4M3FN>
  return %c : tensor<?x3xf8E4M3FN>
}
//--- good.mlir
!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!tall = !lowp.scaled<4x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}
func.func @scaled(%x: !x) -> tensor<?x?xf32> {
  %y = lowp.dequantize %x : !x to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @tall(%x: !tall) -> tensor<4x?xf32> {
  %y = lowp.dequantize %x : !tall to tensor<4x?xf32>
  return %y : tensor<4x?xf32>
}
func.func @mismatch(%x: !x, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = lowp.dequantize %x : !x to tensor<?x?xf32>
  %z = arith.addf %y, %b : tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}
func.func @assembled(%c: tensor<?x?xi8>, %s: tensor<?x?xi8>) -> tensor<?x?xf32> {
  %x = lowp.assemble %c, %s : tensor<?x?xi8>, tensor<?x?xi8> to !x
  %y = lowp.matmul %x, %x accumulate <accumulator = f32>
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    : !x, !x to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @square(%x: !x) -> tensor<?x?xf32> {
  %y = lowp.matmul %x, %x accumulate <accumulator = f32> : !x, !x to tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
func.func @divide(%n: index, %m: index) -> index {
  %q = arith.divsi %n, %m : index
  return %q : index
}
func.func @asserts(%n: index) {
  %c0 = arith.constant 0 : index
  %some = arith.cmpi ne, %n, %c0 : index
  cf.assert %some, "the count is zero"
  return
}
func.func @negative(%n: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%n, %n) : tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}
func.func @large(%n: index) -> tensor<?x1099511627776xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x1099511627776xf32>
  %y = linalg.fill ins(%c0 : f32) outs(%e : tensor<?x1099511627776xf32>) -> tensor<?x1099511627776xf32>
  return %y : tensor<?x1099511627776xf32>
}
func.func private @vendor(tensor<4xf32>) -> tensor<4xf32>
