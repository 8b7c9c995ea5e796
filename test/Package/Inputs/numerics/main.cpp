// Quantizes one group to MXFP8 and prints its scale and codes.

#include "lowp/Format/Format.h"
#include "lowp/Numerics/Quantize.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

int main() {
  std::vector<float> values(32, 0.0f);
  values[0] = 448.0f;
  values[1] = -1.0f;

  lowp::Quantizer quantizer =
      lowp::Quantizer::mx(*lowp::lookupFormat("f8E4M3FN"), {1, 32});
  lowp::ScaledTensor tensor =
      llvm::cantFail(lowp::quantize(quantizer, {1, 32}, values));
  llvm::outs() << llvm::format("scale %02X codes %02X %02X %02X\n",
                               tensor.levels[0].codes[0], tensor.codes[0],
                               tensor.codes[1], tensor.codes[2]);
  return 0;
}
