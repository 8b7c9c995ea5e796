// Kinds of arguments and results that lowp-run passes.
//
// RUN: %python %S/Inputs/arrays.py %t
// RUN: lowp-run %s --entry=negate --arg=%t/x.npy --out=%t/y.npy && %python -c "import numpy as np; x, y = (np.load(r'%t/' + n) for n in ('x.npy', 'y.npy')); assert y.dtype == 'f4' and (y == -x).all()"
// RUN: lowp-run %s --entry=negate --arg=%t/x_fortran.npy --out=%t/y.npy && %python -c "import numpy as np; x, y = (np.load(r'%t/' + n) for n in ('x.npy', 'y.npy')); assert (y == -x).all()"
// RUN: lowp-run %s --entry=scale --arg=%t/x.npy --arg=%t/scalar.npy --out=%t/y.npy --out=%t/z.npy && %python -c "import numpy as np; x, y, z = (np.load(r'%t/' + n) for n in ('x.npy', 'y.npy', 'z.npy')); assert (y == x * np.float32(2.5)).all(); assert z.shape == () and z == 5"
// RUN: lowp-run %s --entry=successor --arg=%t/count.npy --out=%t/y.npy && %python -c "import numpy as np; y = np.load(r'%t/y.npy'); assert y.dtype == 'i8' and y == 8"
// RUN: lowp-run %s --entry=nothing
// RUN: lowp-run %s --entry=kernel --arg=%t/codes.npy --arg=%t/scales.npy --out=%t/c.npy --out=%t/s.npy && %python -c "import numpy as np; a, b, c, d = (np.load(r'%t/' + n) for n in ('codes.npy', 'c.npy', 'scales.npy', 's.npy')); assert (a == b).all() and (c == d).all() and b.dtype == d.dtype == 'u1'"
// RUN: lowp-run %s --entry=pitch --arg=%t/codes.npy --arg=%t/scales.npy --out=%t/y.npy && %python -c "import numpy as np; y = np.load(r'%t/y.npy'); assert y.shape == (3, 2) and (y.T == np.load(r'%t/codes.npy')).all()"
// RUN: lowp-run %s --entry=share --arg=%t/scalar.npy --out=%t/y.npy --out=%t/z.npy --out=%t/r.npy && %python -c "import numpy as np; y, z, r = (np.load(r'%t/' + n) for n in ('y.npy', 'z.npy', 'r.npy')); assert (y == z).all() and y.shape == (2, 3); assert r.tolist() == [[2.5] * 3]"

func.func @negate(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = arith.negf %x : tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func @scale(%x: tensor<2x3xf32>, %s: f32) -> (tensor<2x3xf32>, f32) {
  %t = tensor.splat %s : tensor<2x3xf32>
  %y = arith.mulf %x, %t : tensor<2x3xf32>
  %z = arith.addf %s, %s : f32
  return %y, %z : tensor<2x3xf32>, f32
}
func.func @successor(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %y = arith.addi %n, %c1 : index
  return %y : index
}
func.func @nothing() {
  return
}
// Three results in one buffer, which is freed once.
func.func @share(%s: f32) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>) {
  %y = tensor.splat %s : tensor<2x3xf32>
  %row = tensor.extract_slice %y[1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
  return %y, %y, %row : tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>
}
!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
lowp.kernel @kernel(%x: !x) -> !x {
  lowp.return %x : !x
}
// The array of codes in memory is the transposed one.
!w = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>, #lowp.layout<column_major, pitch = 16>>
func.func @pitch(%w: !w) -> tensor<?x?xi8> {
  %c = lowp.codes %w : !w to tensor<?x?xi8>
  return %c : tensor<?x?xi8>
}
