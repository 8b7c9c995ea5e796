// The pipeline leaves out patterns of upstream's canonicalizer that take most of
// the time for loops with many accumulators. They are named by their types, so a
// newer MLIR may call them something else: without them, each of these loops
// keeps its two values, and their uses.
//
// DEFINE: %{duplicate} = (anonymous namespace)::RemoveDuplicateSuccessorInputUses
// DEFINE: %{constant} = (anonymous namespace)::MakeRegionBranchOpSuccessorInputsDead
// DEFINE: %{dead} = (anonymous namespace)::RemoveDeadRegionBranchOpSuccessorInputs
// RUN: lowp-opt %s --canonicalize | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: lowp-opt %s --pass-pipeline="builtin.module(canonicalize{disable-patterns=\"%{duplicate},%{constant},%{dead}\"})" | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: lowp-opt %s --lowp-pipeline='target=sm_120a' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=PIPELINE

// PIPELINE: convert-lowp-tile-to-nvvm
// PIPELINE: canonicalize{disable-patterns=
// PIPELINE-SAME: (anonymous namespace)::RemoveDuplicateSuccessorInputUses
// PIPELINE-SAME: (anonymous namespace)::MakeRegionBranchOpSuccessorInputsDead
// PIPELINE-SAME: (anonymous namespace)::RemoveDeadRegionBranchOpSuccessorInputs
// PIPELINE-SAME: region-simplify=normal
// PIPELINE-SAME: top-down=true

// CHECK-LABEL: func @carried_twice(
// ONE: scf.for {{.*}} -> (f32) {
// TWO: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// TWO: arith.addf %[[A]], %[[B]]
func.func @carried_twice(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %s = arith.addf %a, %b : f32
    scf.yield %s, %s : f32, f32
  }
  %z = arith.mulf %y#0, %y#1 : f32
  return %z : f32
}

// CHECK-LABEL: func @carried_unchanged(
// ONE: scf.for {{.*}} -> (f32) {
// TWO: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// TWO: arith.addf %[[A]], %[[B]]
func.func @carried_unchanged(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %s = arith.addf %a, %b : f32
    scf.yield %s, %b : f32, f32
  }
  return %y#0 : f32
}

// CHECK-LABEL: func @carried_for_nobody(
// ONE: scf.for {{.*}} -> (f32) {
// TWO: scf.for {{.*}} -> (f32, f32) {
func.func @carried_for_nobody(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s, %a : f32, f32
  }
  return %y#0 : f32
}
