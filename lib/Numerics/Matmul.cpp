//===- Matmul.cpp - Reference product of scaled matrices ------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Numerics/Matmul.h"
#include "MatmulOperand.h"
#include "lowp/Numerics/ExactSum.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

using namespace lowp;

namespace {
/// A product to compute, checked and decoded.
struct Contraction {
  /// The first k of each segment, and K.
  std::vector<int64_t> segments;
  MatmulOperand x;
  MatmulOperand w;

  size_t numSegments() const { return segments.size() - 1; }
  const SegmentScale &xScale(int64_t m, size_t segment) const {
    return x.scales[m * numSegments() + segment];
  }
  const SegmentScale &wScale(int64_t n, size_t segment) const {
    return w.scales[n * numSegments() + segment];
  }
};
} // namespace

static constexpr unsigned kOfX = 1;
static unsigned kOfW(const MatmulOptions &options) {
  return options.transposedW ? 1 : 0;
}

static llvm::Error checkOperands(const ScaledTensor &x, const ScaledTensor &w,
                                 const MatmulOptions &options) {
  if (llvm::Error error = checkScaledTensor(x))
    return error;
  if (llvm::Error error = checkScaledTensor(w))
    return error;
  if (x.shape.size() != 2 || w.shape.size() != 2)
    return llvm::createStringError("the operands of a product have rank 2");
  if (x.shape[kOfX] != w.shape[kOfW(options)])
    return llvm::createStringError(
        "K is " + llvm::Twine(x.shape[kOfX]) + " in X and " +
        llvm::Twine(w.shape[kOfW(options)]) + " in W");
  return llvm::Error::success();
}

/// f32 scales are applied to the finished sum, so they must not vary along K.
static llvm::Error checkWideScales(const ScaledTensor &tensor,
                                   unsigned kDimension) {
  for (const ScaleLevel &level : tensor.levels) {
    int64_t step = GroupMap(tensor.shape, level.group).getStep(kDimension);
    if (level.format->name == "f32" && step < tensor.shape[kDimension])
      return llvm::createStringError(
          "f32 scales that change every " + llvm::Twine(step) +
          " elements along K have no f32-sequential sum");
  }
  return llvm::Error::success();
}

/// The bits of an element's significand with its scales inside the contraction.
static unsigned significandBits(const ScaledTensor &tensor) {
  const Format &format = *tensor.format;
  unsigned bits = format.isInteger() ? format.width : format.precision();
  for (const ScaleLevel &level : tensor.levels)
    if (level.format->name != "f32")
      bits += level.format->precision();
  return bits;
}

static llvm::Error checkSequential(const ScaledTensor &x, const ScaledTensor &w,
                                   const MatmulOptions &options) {
  if (llvm::Error error = checkWideScales(x, kOfX))
    return error;
  if (llvm::Error error = checkWideScales(w, kOfW(options)))
    return error;
  unsigned bits = significandBits(x) + significandBits(w);
  if (bits > std::numeric_limits<double>::digits)
    return llvm::createStringError("products of " + llvm::Twine(bits) +
                                   " bits are not exact in double");
  return llvm::Error::success();
}

static llvm::Expected<Contraction> makeContraction(const ScaledTensor &x,
                                                   const ScaledTensor &w,
                                                   const MatmulOptions &options,
                                                   bool absolute) {
  if (llvm::Error error = checkOperands(x, w, options))
    return error;
  int64_t k = x.shape[kOfX];
  std::vector<int64_t> segments = {0, k};
  appendSegmentStarts(x, kOfX, segments);
  appendSegmentStarts(w, kOfW(options), segments);
  llvm::sort(segments);
  segments.erase(llvm::unique(segments), segments.end());
  MatmulOperand xOperand(x, kOfX, segments, absolute);
  MatmulOperand wOperand(w, kOfW(options), segments, absolute);
  return Contraction{std::move(segments), std::move(xOperand),
                     std::move(wOperand)};
}

template <typename Integer>
static Integer dot(llvm::ArrayRef<int64_t> x, llvm::ArrayRef<int64_t> w) {
  Integer sum = 0;
  for (size_t i = 0; i < x.size(); ++i)
    sum += static_cast<Integer>(x[i]) * w[i];
  return sum;
}

/// Adds the products of a segment in which everything is finite.
static void addFinite(ExactSum &sum, const Contraction &contraction, int64_t m,
                      int64_t n, size_t segment) {
  const MatmulOperand &x = contraction.x, &w = contraction.w;
  const Dyadic &xScale = contraction.xScale(m, segment).exact;
  const Dyadic &wScale = contraction.wScale(n, segment).exact;
  int64_t begin = contraction.segments[segment];
  int64_t length = contraction.segments[segment + 1] - begin;

  int bits = integerBits(*x.format) + integerBits(*w.format) +
             static_cast<int>(llvm::Log2_64_Ceil(length));
  if (!x.integers.empty() && !w.integers.empty() && bits <= 126) {
    auto xs = llvm::ArrayRef(x.integers).slice(m * x.k + begin, length);
    auto ws = llvm::ArrayRef(w.integers).slice(n * w.k + begin, length);
    __int128 products =
        bits <= 62 ? dot<int64_t>(xs, ws) : dot<__int128>(xs, ws);
    sum.addProduct(
        Dyadic::fromInteger(products, x.format->quantumExponent() +
                                          w.format->quantumExponent()),
        xScale * wScale);
    return;
  }
  Dyadic scale = xScale * wScale;
  for (int64_t i = begin; i < begin + length; ++i)
    sum.addProduct(Dyadic::fromDouble(x.values[m * x.k + i]) *
                       Dyadic::fromDouble(w.values[n * w.k + i]),
                   scale);
}

/// Adds the products of a segment with a NaN or an infinity in it.
static void addSpecial(ExactSum &sum, const Contraction &contraction, int64_t m,
                       int64_t n, size_t segment) {
  const MatmulOperand &x = contraction.x, &w = contraction.w;
  const SegmentScale &xScale = contraction.xScale(m, segment);
  const SegmentScale &wScale = contraction.wScale(n, segment);
  for (int64_t i = contraction.segments[segment];
       i < contraction.segments[segment + 1]; ++i) {
    double xValue = x.values[m * x.k + i], wValue = w.values[n * w.k + i];
    double special = signOrSpecial(xValue) * signOrSpecial(wValue) *
                     xScale.sign * wScale.sign;
    if (std::isnan(special))
      sum.addNaN();
    else if (std::isinf(special))
      sum.addInfinity(special < 0);
    else
      sum.addProduct(Dyadic::fromDouble(xValue) * Dyadic::fromDouble(wValue),
                     xScale.exact * wScale.exact);
  }
}

static ExactSum sumExactly(const Contraction &contraction, int64_t m,
                           int64_t n) {
  ExactSum sum;
  for (size_t segment = 0; segment < contraction.numSegments(); ++segment) {
    bool finite = contraction.xScale(m, segment).finite &&
                  contraction.wScale(n, segment).finite;
    (finite ? addFinite : addSpecial)(sum, contraction, m, n, segment);
  }
  return sum;
}

/// acc + term, rounded once to f32. The sum is first rounded to odd in double,
/// whose precision makes the second rounding the only one (Boldo and Melquiond,
/// "Emulation of FMA and correctly rounded sums", 2008).
static float addRounded(float acc, double term) {
  double sum = acc + term;
  if (!std::isfinite(sum))
    return static_cast<float>(sum);
  double termPart = sum - acc;
  double error = (acc - (sum - termPart)) + (term - termPart);
  if (error != 0 && !(llvm::bit_cast<uint64_t>(sum) & 1))
    sum = std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
  return static_cast<float>(sum);
}

static float sumSequentially(const Contraction &contraction, int64_t m,
                             int64_t n) {
  const MatmulOperand &x = contraction.x, &w = contraction.w;
  if (x.k == 0)
    return 0;
  float acc = 0;
  for (size_t segment = 0; segment < contraction.numSegments(); ++segment) {
    double scale = contraction.xScale(m, segment).narrow *
                   contraction.wScale(n, segment).narrow;
    for (int64_t i = contraction.segments[segment];
         i < contraction.segments[segment + 1]; ++i)
      acc = addRounded(acc,
                       x.values[m * x.k + i] * w.values[n * w.k + i] * scale);
  }
  acc *= contraction.xScale(m, 0).wide * contraction.wScale(n, 0).wide;
  return acc == 0 ? 0 : acc;
}

/// Calls `compute(m, n)` for each element of the product.
template <typename Compute>
static std::vector<float> computeAll(const Contraction &contraction,
                                     Compute compute) {
  std::vector<float> y;
  y.reserve(contraction.x.lines * contraction.w.lines);
  for (int64_t m = 0; m < contraction.x.lines; ++m)
    for (int64_t n = 0; n < contraction.w.lines; ++n)
      y.push_back(compute(m, n));
  return y;
}

llvm::Expected<std::vector<float>> lowp::matmul(const ScaledTensor &x,
                                                const ScaledTensor &w,
                                                const MatmulOptions &options) {
  llvm::Expected<Contraction> contraction =
      makeContraction(x, w, options, /*absolute=*/false);
  if (!contraction)
    return contraction.takeError();
  if (options.model == AccumulationModel::Exact)
    return computeAll(*contraction, [&](int64_t m, int64_t n) {
      return sumExactly(*contraction, m, n).roundToF32();
    });

  if (llvm::Error error = checkSequential(x, w, options))
    return error;
  return computeAll(*contraction, [&](int64_t m, int64_t n) {
    return sumSequentially(*contraction, m, n);
  });
}

llvm::Expected<std::vector<float>>
lowp::absoluteSums(const ScaledTensor &x, const ScaledTensor &w,
                   const MatmulOptions &options) {
  llvm::Expected<Contraction> contraction =
      makeContraction(x, w, options, /*absolute=*/true);
  if (!contraction)
    return contraction.takeError();
  const Format &f32 = *lookupFormat("f32");
  Conversion upward = Conversion::propagating(f32);
  upward.rounding = Rounding::Up;
  return computeAll(*contraction, [&](int64_t m, int64_t n) {
    return llvm::bit_cast<float>(
        sumExactly(*contraction, m, n).round(f32, upward));
  });
}
