//===- PanelContraction.cpp - Contractions by panels of decoded numbers ---===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Codes are decoded by tables, and their scales multiplied in, once for each
// panel; a tile of sums then walks the reduction in vectors. The product of two
// f32 is exact within a fused multiply-add, so each of its additions is the one
// addition of f32-sequential.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"
#include <cmath>

using namespace mlir;
using namespace lowp;

/// Rows and columns of a tile of sums: 12 vectors of 8, which leaves room for a
/// row's number and a vector of columns within 16 registers.
static constexpr int64_t tileRows = 6;
static constexpr int64_t tileColumns = 16;
/// Columns that are decoded at a time: with 1024 along the reduction they take
/// 256 KiB.
static constexpr int64_t panelColumns = 64;

/// Codes up to this many bits are decoded by a table.
static constexpr unsigned tableBits = 8;

//===----------------------------------------------------------------------===//
// What has panels
//===----------------------------------------------------------------------===//

namespace {
/// Which operand is walked by rows of a tile and which by its columns.
struct Roles {
  const ContractionOperand *rows, *columns;
  std::optional<unsigned> rowDim;
  unsigned columnDim;
};
} // namespace

/// The last dimension of the result that indexes `operand` and not `other`.
static std::optional<unsigned> findOwnDim(const Contraction &contraction,
                                          const ContractionOperand &operand,
                                          const ContractionOperand &other) {
  for (unsigned dim : llvm::reverse(contraction.parallel))
    if (operand.map.isFunctionOfDim(dim) && !other.map.isFunctionOfDim(dim))
      return dim;
  return std::nullopt;
}

static std::optional<Roles> getRoles(const Contraction &contraction) {
  const ContractionOperand &lhs = contraction.lhs, &rhs = contraction.rhs;
  std::optional<unsigned> lhsDim = findOwnDim(contraction, lhs, rhs);
  std::optional<unsigned> rhsDim = findOwnDim(contraction, rhs, lhs);
  if (rhsDim)
    return Roles{&lhs, &rhs, lhsDim, *rhsDim};
  if (lhsDim)
    return Roles{&rhs, &lhs, std::nullopt, *lhsDim};
  return std::nullopt;
}

/// The levels of an operand that become part of its panel, the codes (-1)
/// first.
static SmallVector<int> getPanelLevels(const Contraction &contraction,
                                       const ContractionOperand &operand) {
  SmallVector<int> levels = {-1};
  if (contraction.inContraction)
    for (unsigned level = 0; level < operand.arrays.getNumLevels(); ++level)
      levels.push_back(level);
  return levels;
}

bool lowp::hasPanelContraction(const Contraction &contraction) {
  if (contraction.reduction.empty() || !getRoles(contraction))
    return false;
  for (const ContractionOperand *operand : {&contraction.lhs, &contraction.rhs})
    for (int level : getPanelLevels(contraction, *operand))
      if (operand->arrays.getFormatOf(level).width > tableBits)
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Whether the products of codes and scales are f32
//===----------------------------------------------------------------------===//

static constexpr double f32Largest = 0x1.fffffep127;
static constexpr double f32Smallest = 0x1p-149;

/// The largest and smallest magnitude but zero, f64, among 1 and the finite
/// scales of a level.
static std::pair<Value, Value>
measureScales(ScalarBuilder &builder, const ScaledArrays &arrays, int level) {
  FloatType f64 = builder.getF64Type();
  IntegerType i64 = builder.getI64Type();
  uint64_t infinity = llvm::bit_cast<uint64_t>(HUGE_VAL);
  Value array = arrays.arrays[level + 1];
  SmallVector<Value> upper = getValueOrCreateConstantIndexOp(
      builder, builder.getLoc(), getMemRefExtents(builder, array));
  SmallVector<Value> lower(upper.size(), builder.index(0));
  Value one = builder.bitcast(i64, builder.number(f64, 1.0));
  SmallVector<Value> extremes = buildLoops(
      builder, lower, upper, {one, one},
      [&](ScalarBuilder &inner, ValueRange indices, ValueRange carried) {
        const Format &format = arrays.getFormatOf(level);
        Value bits = memref::LoadOp::create(inner, array, indices);
        Value number =
            getNumber(inner, format, decodeCode(inner, format, bits));
        // Magnitudes are ordered as their bits are.
        Value magnitude =
            inner.bitAnd(inner.bitcast(i64, number), ~uint64_t(0) >> 1);
        Value counts =
            inner.bitAnd(inner.notEqual(magnitude, 0),
                         inner.compare(arith::CmpIPredicate::ult, magnitude,
                                       inner.integer(64, infinity)));
        magnitude = inner.select(counts, magnitude, one);
        return SmallVector<Value>{inner.max(carried[0], magnitude),
                                  inner.min(carried[1], magnitude)};
      });
  return {builder.bitcast(f64, extremes[0]), builder.bitcast(f64, extremes[1])};
}

/// Whether all products of an operand are f32; null if its formats say so.
static Value emitOperandHolds(ScalarBuilder &builder,
                              const ContractionOperand &operand) {
  const ScaledArrays &arrays = operand.arrays;
  const Format &code = arrays.getFormatOf(-1);
  double largest = code.maxFinite();
  double smallest = std::ldexp(1.0, code.quantumExponent());
  double largestScale = 1.0, smallestScale = 1.0;
  for (unsigned level = 0; level < arrays.getNumLevels(); ++level) {
    const Format &format = arrays.getFormatOf(level);
    largestScale *= format.maxFinite();
    smallestScale *= std::ldexp(1.0, format.quantumExponent());
    // The last bit of a scale's significand.
    smallest = std::ldexp(smallest, -int(format.fractionBits));
  }
  if (largest * largestScale <= f32Largest &&
      smallest * smallestScale >= f32Smallest)
    return {};

  FloatType f64 = builder.getF64Type();
  Value most = builder.number(f64, largest);
  Value least = builder.number(f64, smallest);
  for (unsigned level = 0; level < arrays.getNumLevels(); ++level) {
    auto [scaleMost, scaleLeast] = measureScales(builder, arrays, level);
    most = builder.mulF(most, scaleMost);
    least = builder.mulF(least, scaleLeast);
  }
  Value low = arith::CmpFOp::create(builder, arith::CmpFPredicate::OLE, most,
                                    builder.number(f64, f32Largest));
  Value high = arith::CmpFOp::create(builder, arith::CmpFPredicate::OGE, least,
                                     builder.number(f64, f32Smallest));
  return builder.bitAnd(low, high);
}

Value lowp::emitPanelsHold(ScalarBuilder &builder,
                           const Contraction &contraction) {
  if (!contraction.inContraction)
    return {};
  Value lhs = emitOperandHolds(builder, contraction.lhs);
  Value rhs = emitOperandHolds(builder, contraction.rhs);
  return lhs && rhs ? builder.bitAnd(lhs, rhs) : lhs ? lhs : rhs;
}

//===----------------------------------------------------------------------===//
// Panels and tiles
//===----------------------------------------------------------------------===//

namespace {

class PanelEmitter {
public:
  PanelEmitter(ScalarBuilder &builder, const Contraction &contraction);
  void emit(ScalarBuilder &builder);

private:
  /// A buffer of f32, zeroed.
  Value allocate(ScalarBuilder &builder, ArrayRef<OpFoldResult> extents);
  /// The numbers of all codes of a format.
  Value makeTable(ScalarBuilder &builder, const Format &format);
  /// The number of an operand's element, times its scales.
  Value decode(ScalarBuilder &builder, const ContractionOperand &operand,
               ArrayRef<Value> indices);
  /// Loops over the reduction, in order.
  SmallVector<Value>
  reduce(ScalarBuilder &builder, ArrayRef<Value> init,
         function_ref<SmallVector<Value>(ScalarBuilder &, ValueRange indices,
                                         ValueRange carried)>
             body);
  /// `indices` with those of the reduction replaced.
  SmallVector<Value> withReduction(ArrayRef<Value> indices,
                                   ValueRange reduction) const;

  void decodeRows(ScalarBuilder &builder, SmallVector<Value> indices);
  void decodeColumns(ScalarBuilder &builder, SmallVector<Value> indices,
                     Value begin, Value width);
  /// The sums of the tile of rows `block` and of the columns from `column` of
  /// the panel that begins at column `begin`.
  void emitTile(ScalarBuilder &builder, SmallVector<Value> indices, Value block,
                Value begin, Value width, Value column);

  const Contraction &contraction;
  Roles roles;
  Value rowCount, rowBlocks;
  /// [block of rows, reduction..., row], [reduction..., column], [row, column].
  Value rowPanel, columnPanel, tile;
  llvm::SmallMapVector<const Format *, Value, 4> tables;
};

} // namespace

Value PanelEmitter::allocate(ScalarBuilder &builder,
                             ArrayRef<OpFoldResult> extents) {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(extents, dynamic, shape);
  Value buffer = memref::AllocOp::create(
      builder, MemRefType::get(shape, builder.getF32Type()), dynamic);
  linalg::FillOp::create(builder, builder.number(builder.getF32Type(), 0.0),
                         buffer);
  return buffer;
}

Value PanelEmitter::makeTable(ScalarBuilder &builder, const Format &format) {
  OpFoldResult size = builder.getIndexAttr(int64_t(1) << format.width);
  Value table = allocate(builder, size);
  buildLoops(builder, size, [&](ScalarBuilder &inner, ValueRange indices) {
    Value code =
        arith::IndexCastOp::create(inner, inner.getI64Type(), indices.front());
    Value number = getNumber(inner, format, decodeCode(inner, format, code));
    memref::StoreOp::create(inner, inner.convertF(inner.getF32Type(), number),
                            table, indices);
  });
  return table;
}

PanelEmitter::PanelEmitter(ScalarBuilder &builder,
                           const Contraction &contraction)
    : contraction(contraction), roles(*getRoles(contraction)) {
  rowCount =
      roles.rowDim ? contraction.extents[*roles.rowDim] : builder.index(1);
  OpFoldResult blocks = affine::makeComposedFoldedAffineApply(
      builder, builder.getLoc(),
      builder.getAffineSymbolExpr(0).ceilDiv(tileRows),
      getAsOpFoldResult(rowCount));
  rowBlocks =
      getValueOrCreateConstantIndexOp(builder, builder.getLoc(), blocks);
  SmallVector<OpFoldResult> rows = {blocks}, columns;
  for (unsigned dim : contraction.reduction)
    columns.push_back(getAsOpFoldResult(contraction.extents[dim]));
  llvm::append_range(rows, columns);
  rows.push_back(builder.getIndexAttr(tileRows));
  columns.push_back(builder.getIndexAttr(panelColumns));
  rowPanel = allocate(builder, rows);
  columnPanel = allocate(builder, columns);
  tile = allocate(builder, {builder.getIndexAttr(tileRows),
                            builder.getIndexAttr(tileColumns)});
  for (const ContractionOperand *operand : {roles.rows, roles.columns})
    for (int level : getPanelLevels(contraction, *operand)) {
      const Format &format = operand->arrays.getFormatOf(level);
      if (!tables.contains(&format))
        tables[&format] = makeTable(builder, format);
    }
}

Value PanelEmitter::decode(ScalarBuilder &builder,
                           const ContractionOperand &operand,
                           ArrayRef<Value> indices) {
  SmallVector<Value> element = operand.getElement(indices);
  auto lookUp = [&](int level) -> Value {
    const Format &format = operand.arrays.getFormatOf(level);
    Value code = builder.bitAnd(
        operand.arrays.loadStored(builder, level, element), format.codeMask());
    Value index =
        arith::IndexCastUIOp::create(builder, builder.getIndexType(), code);
    return memref::LoadOp::create(builder, tables.lookup(&format), index);
  };
  Value scale;
  for (int level : getPanelLevels(contraction, operand))
    if (level >= 0)
      scale = scale ? builder.mulF(scale, lookUp(level)) : lookUp(level);
  Value code = lookUp(-1);
  return scale ? builder.mulF(code, scale) : code;
}

SmallVector<Value> PanelEmitter::reduce(
    ScalarBuilder &builder, ArrayRef<Value> init,
    function_ref<SmallVector<Value>(ScalarBuilder &, ValueRange, ValueRange)>
        body) {
  SmallVector<Value> lower(contraction.reduction.size(), builder.index(0));
  SmallVector<Value> upper =
      llvm::map_to_vector(contraction.reduction, [&](unsigned dim) {
        return contraction.extents[dim];
      });
  return buildLoops(builder, lower, upper, init, body);
}

SmallVector<Value> PanelEmitter::withReduction(ArrayRef<Value> indices,
                                               ValueRange reduction) const {
  SmallVector<Value> all(indices);
  for (auto [dim, index] : llvm::zip(contraction.reduction, reduction))
    all[dim] = index;
  return all;
}

void PanelEmitter::decodeRows(ScalarBuilder &builder,
                              SmallVector<Value> indices) {
  buildLoops(
      builder, {OpFoldResult(rowCount)},
      [&](ScalarBuilder &row, ValueRange position) {
        if (roles.rowDim)
          indices[*roles.rowDim] = position.front();
        Value size = row.index(tileRows);
        Value block = arith::DivUIOp::create(row, position.front(), size);
        Value lane = arith::RemUIOp::create(row, position.front(), size);
        reduce(row, {},
               [&](ScalarBuilder &inner, ValueRange index, ValueRange) {
                 SmallVector<Value> place = {block};
                 llvm::append_range(place, index);
                 place.push_back(lane);
                 memref::StoreOp::create(
                     inner,
                     decode(inner, *roles.rows, withReduction(indices, index)),
                     rowPanel, place);
                 return SmallVector<Value>();
               });
      });
}

void PanelEmitter::decodeColumns(ScalarBuilder &builder,
                                 SmallVector<Value> indices, Value begin,
                                 Value width) {
  buildLoops(builder, {OpFoldResult(width)},
             [&](ScalarBuilder &column, ValueRange position) {
               indices[roles.columnDim] = column.add(begin, position.front());
               reduce(column, {},
                      [&](ScalarBuilder &inner, ValueRange index, ValueRange) {
                        SmallVector<Value> place(index);
                        place.push_back(position.front());
                        memref::StoreOp::create(
                            inner,
                            decode(inner, *roles.columns,
                                   withReduction(indices, index)),
                            columnPanel, place);
                        return SmallVector<Value>();
                      });
             });
}

void PanelEmitter::emitTile(ScalarBuilder &builder, SmallVector<Value> indices,
                            Value block, Value begin, Value width,
                            Value column) {
  Value firstRow = builder.mul(block, builder.index(tileRows));
  OpFoldResult extents[] = {
      builder.min(builder.sub(rowCount, firstRow), tileRows),
      builder.min(builder.sub(width, column), tileColumns)};
  // The indices of an element of the tile.
  auto getIndices = [&](ScalarBuilder &inner, ValueRange position) {
    SmallVector<Value> element = indices;
    if (roles.rowDim)
      element[*roles.rowDim] = inner.add(firstRow, position[0]);
    element[roles.columnDim] = inner.add(inner.add(begin, column), position[1]);
    return element;
  };
  buildLoops(builder, extents, [&](ScalarBuilder &inner, ValueRange position) {
    Value init = contraction.loadInit(inner, getIndices(inner, position));
    memref::StoreOp::create(inner, init, tile, position);
  });

  VectorType type = VectorType::get(tileColumns, builder.getF32Type());
  SmallVector<Value> sums;
  Value zero = builder.index(0);
  for (int64_t row = 0; row < tileRows; ++row)
    sums.push_back(vector::LoadOp::create(
        builder, type, tile, ValueRange{builder.index(row), zero}));
  sums =
      reduce(builder, sums,
             [&](ScalarBuilder &inner, ValueRange index, ValueRange carried) {
               SmallVector<Value> place(index);
               place.push_back(column);
               Value numbers =
                   vector::LoadOp::create(inner, type, columnPanel, place);
               SmallVector<Value> next;
               for (auto [row, sum] : llvm::enumerate(carried)) {
                 SmallVector<Value> place = {block};
                 llvm::append_range(place, index);
                 place.push_back(inner.index(row));
                 Value number = memref::LoadOp::create(inner, rowPanel, place);
                 next.push_back(vector::FMAOp::create(
                     inner, vector::BroadcastOp::create(inner, type, number),
                     numbers, sum));
               }
               return next;
             });
  for (auto [row, sum] : llvm::enumerate(sums))
    vector::StoreOp::create(builder, sum, tile,
                            ValueRange{builder.index(row), zero});

  buildLoops(builder, extents, [&](ScalarBuilder &inner, ValueRange position) {
    // A sum that is zero is +0.
    Value sum = inner.addF(memref::LoadOp::create(inner, tile, position),
                           inner.number(inner.getF32Type(), 0.0));
    contraction.storeSum(inner, sum, getIndices(inner, position));
  });
}

void PanelEmitter::emit(ScalarBuilder &builder) {
  SmallVector<unsigned> outer = contraction.parallel;
  llvm::erase_if(outer, [&](unsigned dim) {
    return dim == roles.columnDim || dim == roles.rowDim;
  });
  SmallVector<OpFoldResult> bounds;
  for (unsigned dim : outer)
    bounds.push_back(contraction.extents[dim]);
  buildLoops(builder, bounds, [&](ScalarBuilder &batch, ValueRange position) {
    SmallVector<Value> indices(contraction.extents.size());
    for (auto [dim, index] : llvm::zip(outer, position))
      indices[dim] = index;
    decodeRows(batch, indices);
    Value zero = batch.index(0), end = contraction.extents[roles.columnDim];
    auto panels =
        scf::ForOp::create(batch, zero, end, batch.index(panelColumns));
    ScalarBuilder panel(batch.getLoc(),
                        OpBuilder::atBlockBegin(panels.getBody()));
    Value begin = panels.getInductionVar();
    Value width = panel.min(panel.sub(end, begin), panelColumns);
    decodeColumns(panel, indices, begin, width);
    scf::buildLoopNest(panel, panel.getLoc(), {zero, zero}, {rowBlocks, width},
                       {panel.index(1), panel.index(tileColumns)},
                       [&](OpBuilder &nested, Location loc, ValueRange place) {
                         ScalarBuilder inner(loc, nested);
                         emitTile(inner, indices, place[0], begin, width,
                                  place[1]);
                       });
  });

  for (Value buffer : {rowPanel, columnPanel, tile})
    memref::DeallocOp::create(builder, buffer);
  for (auto [format, table] : tables)
    memref::DeallocOp::create(builder, table);
}

void lowp::emitPanelContraction(ScalarBuilder &builder,
                                const Contraction &contraction) {
  PanelEmitter(builder, contraction).emit(builder);
}
