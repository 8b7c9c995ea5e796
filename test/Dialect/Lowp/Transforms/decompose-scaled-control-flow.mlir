// RUN: lowp-opt %s --lowp-decompose-scaled | FileCheck %s

!x = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>

// Through calls, loops and branches.
// CHECK-LABEL: func private @callee(tensor<?x?xi8>, tensor<?x?xi8>) -> (tensor<?x?xi8>, tensor<?x?xi8>)
func.func private @callee(!x) -> !x

// CHECK-LABEL: func @control_flow(
//  CHECK-SAME:   %[[COND:.*]]: i1, %[[N:.*]]: index, %[[C:.*]]: tensor<?x?xi8>, %[[S:.*]]: tensor<?x?xi8>)
//       CHECK:   %[[FOR:.*]]:2 = scf.for {{.*}} iter_args(%[[IC:.*]] = %[[C]], %[[IS:.*]] = %[[S]])
//       CHECK:     %[[CALL:.*]]:2 = func.call @callee(%[[IC]], %[[IS]])
//       CHECK:     %[[IF:.*]]:2 = scf.if %[[COND]] -> (tensor<?x?xi8>, tensor<?x?xi8>)
//       CHECK:       scf.yield %[[CALL]]#0, %[[CALL]]#1
//       CHECK:       scf.yield %[[IC]], %[[IS]]
//       CHECK:     scf.yield %[[IF]]#0, %[[IF]]#1
//       CHECK:   cf.cond_br %[[COND]], ^[[NEXT:.*]](%[[FOR]]#0, %[[FOR]]#1 : tensor<?x?xi8>, tensor<?x?xi8>), ^[[NEXT]](%[[C]], %[[S]]
func.func @control_flow(%cond: i1, %n: index, %x: !x) -> !x {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> (!x) {
    %called = func.call @callee(%v) : (!x) -> !x
    %chosen = scf.if %cond -> (!x) {
      scf.yield %called : !x
    } else {
      scf.yield %v : !x
    }
    scf.yield %chosen : !x
  }
  cf.cond_br %cond, ^next(%r : !x), ^next(%x : !x)
^next(%z: !x):
  return %z : !x
}
