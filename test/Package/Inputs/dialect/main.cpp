// Reads a type of the installed dialect and asks it something.

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::MLIRContext context;
  context.loadDialect<lowp::LowpDialect>();
  mlir::Type type = mlir::parseType(
      "!lowp.scaled<128x4096xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>",
      &context);
  auto scaled = mlir::dyn_cast_or_null<lowp::ScaledType>(type);
  if (!scaled)
    return 1;
  llvm::outs() << "encoding " << scaled.getEncoding() << "\n";
  return 0;
}
