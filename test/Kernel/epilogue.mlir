// RUN: lowp-opt %s --lowp-schedule-kernels --lowp-lower-kernels | FileCheck %s

#mx = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1, layout = linear>
!x = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>
!w = !lowp.scaled<?x?xf8E4M3FN, #mx_w, #lowp.layout<column_major, pitch = 16>>

#id = affine_map<(m, n) -> (m, n)>
#rows = affine_map<(m, n) -> (m)>
#columns = affine_map<(m, n) -> (n)>
#one = affine_map<(m, n) -> ()>

module attributes {lowp.target = #lowp.target<"sm_120a">} {
  // Vectors over rows and columns, a scalar and a whole matrix.
  // CHECK-LABEL: gpu.func @broadcasts(
  //       CHECK: %[[R:.*]] = lowp.tile.view %{{.*}} : <1> to <?xf32>
  //       CHECK: %[[C:.*]] = lowp.tile.view %{{.*}} : <1> to <?xf32>
  //       CHECK: %[[S:.*]] = lowp.tile.view %{{.*}} : <1> to <?xf32>
  //       CHECK: %[[F:.*]] = lowp.tile.view %{{.*}} : <1> to <?x?xf32>
  //       CHECK: lowp.tile.map
  //       CHECK: ^bb0(%[[A:.*]]: f32, %[[ROW:.*]]: index, %[[COLUMN:.*]]: index):
  //       CHECK:   %[[R0:.*]] = lowp.tile.element %[[R]][%[[ROW]]]
  //       CHECK:   lowp.tile.element %[[C]][%[[COLUMN]]]
  //       CHECK:   lowp.tile.element %[[S]][%{{.*}}]
  //       CHECK:   lowp.tile.element %[[F]][%[[ROW]], %[[COLUMN]]]
  //       CHECK:   arith.addf %[[A]], %[[R0]]
  lowp.kernel @broadcasts(%x: !x, %w: !w, %r: tensor<?xf32>, %c: tensor<?xf32>, %s: tensor<f32>, %f: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %y = linalg.generic {
        indexing_maps = [#id, #rows, #columns, #one, #id, #id],
        iterator_types = ["parallel", "parallel"]}
        ins(%xw, %r, %c, %s, %f : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>,
            tensor<f32>, tensor<?x?xf32>)
        outs(%init : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32, %d: f32, %e: f32, %g: f32, %out: f32):
      %0 = arith.addf %a, %b : f32
      %1 = arith.addf %0, %d : f32
      %2 = arith.mulf %1, %e : f32
      %3 = arith.addf %2, %g : f32
      linalg.yield %3 : f32
    } -> tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }

  // Named operations, one after another; two results.
  // CHECK-LABEL: gpu.func @chain(
  //       CHECK: lowp.tile.map
  //       CHECK:   %[[RELU:.*]] = arith.maximumf
  //       CHECK:   arith.truncf %[[RELU]] : f32 to bf16
  //       CHECK: lowp.tile.store
  //       CHECK: lowp.tile.map
  //       CHECK: lowp.tile.store
  lowp.kernel @chain(%x: !x, %w: !w) -> (tensor<?x?xbf16>, tensor<?x?xf32>) {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    %zero = arith.constant 0.0 : f32
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %out = tensor.empty(%m, %n) : tensor<?x?xbf16>
    %filled = linalg.fill ins(%zero : f32) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
    %relu = linalg.max ins(%xw, %filled : tensor<?x?xf32>, tensor<?x?xf32>)
                       outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
    %y = linalg.generic {indexing_maps = [#id, #id],
                         iterator_types = ["parallel", "parallel"]}
        ins(%relu : tensor<?x?xf32>) outs(%out : tensor<?x?xbf16>) {
    ^bb0(%a: f32, %b: bf16):
      %t = arith.truncf %a : f32 to bf16
      linalg.yield %t : bf16
    } -> tensor<?x?xbf16>
    lowp.return %y, %relu : tensor<?x?xbf16>, tensor<?x?xf32>
  }

  // What depends on the place of an element.
  // CHECK-LABEL: gpu.func @place(
  //       CHECK: ^bb0(%[[A:.*]]: f32, %[[ROW:.*]]: index, %[[COLUMN:.*]]: index):
  //       CHECK:   arith.cmpi ult, %[[ROW]], %[[COLUMN]]
  lowp.kernel @place(%x: !x, %w: !w) -> tensor<?x?xf32> {
    %m = lowp.dim %x, 0 : !x
    %n = lowp.dim %w, 1 : !w
    %xw = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf32>
    %init = tensor.empty(%m, %n) : tensor<?x?xf32>
    %y = linalg.generic {indexing_maps = [#id, #id],
                         iterator_types = ["parallel", "parallel"]}
        ins(%xw : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32):
      %r = linalg.index 0 : index
      %c = linalg.index 1 : index
      %above = arith.cmpi ult, %r, %c : index
      %zero = arith.constant 0.0 : f32
      %s = arith.select %above, %zero, %a : f32
      linalg.yield %s : f32
    } -> tensor<?x?xf32>
    lowp.return %y : tensor<?x?xf32>
  }

  // CHECK-LABEL: gpu.func @wide_result(
  //       CHECK: ^bb0(%[[A:.*]]: f32,
  //       CHECK:   arith.extf %[[A]] : f32 to f64
  lowp.kernel @wide_result(%x: !x, %w: !w) -> tensor<?x?xf64> {
    %y = lowp.matmul %x, %w accumulate <accumulator = f32> : !x, !w to tensor<?x?xf64>
    lowp.return %y : tensor<?x?xf64>
  }
}
