// RUN: lowp-opt %s --lowp-kernels-to-func | FileCheck %s

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!x8 = !lowp.scaled<8x64xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// CHECK-LABEL: func private @same(
//  CHECK-SAME:   %[[X:.*]]: !{{.*}}) -> !
//       CHECK:   return %[[X]]
lowp.kernel private @same(%x: !x) -> !x {
  lowp.return %x : !x
}

// An external kernel that is not launched is dropped.
// CHECK-NOT: @vendor
lowp.kernel private @vendor(!x) -> !x

// CHECK-LABEL: func @launch(
//  CHECK-SAME:   %[[X:.*]]: !
//       CHECK:   %[[Y:.*]] = call @same(%[[X]])
//       CHECK:   return %[[Y]]
func.func @launch(%x: !x) -> !x {
  %y = lowp.launch @same(%x) : (!x) -> !x
  return %y : !x
}

// Extents that one side knows are forgotten and remembered.
// CHECK-LABEL: func @known_extents(
//       CHECK:   lowp.codes
//       CHECK:   lowp.scales
//       CHECK:   %[[X:.*]] = lowp.assemble
//       CHECK:   %[[Y:.*]] = call @same(%[[X]])
//       CHECK:   lowp.codes %[[Y]]
func.func @known_extents(%x: !x8) -> !x8 {
  %y = lowp.launch @same(%x) : (!x8) -> !x8
  return %y : !x8
}
