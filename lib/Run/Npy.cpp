//===- Npy.cpp - Reads and writes .npy files ------------------------------===//
//
// Part of the lowp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is numpy's NEP 1: magic, version, header length, a Python literal
// that describes the array, then its bytes.
//
//===----------------------------------------------------------------------===//

#include "lowp/Run/Npy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace lowp;

static constexpr StringLiteral magic = "\x93NUMPY";

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

void Bytes::Free::operator()(char *pointer) const { std::free(pointer); }

Expected<Bytes> Bytes::allocate(uint64_t size, Twine what) {
  // The system promises memory that it does not have, so ask how much that is.
  uint64_t physical = uint64_t(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  Bytes bytes;
  if (size <= physical)
    bytes.memory.reset(
        static_cast<char *>(std::calloc(std::max<uint64_t>(size, 1), 1)));
  if (!bytes.memory)
    return createStringError(what + " needs " + Twine(size) +
                             " bytes, more than there is memory");
  bytes.count = size;
  return bytes;
}

unsigned NpyArray::getElementSize() const {
  unsigned size = 0;
  StringRef(dtype).drop_front().getAsInteger(10, size);
  return size;
}

int64_t NpyArray::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::optional<int64_t> lowp::getByteCount(ArrayRef<int64_t> shape,
                                          int64_t elementSize) {
  if (is_contained(shape, 0))
    return 0;
  int64_t count = elementSize;
  for (int64_t extent : shape)
    if (MulOverflow(count, extent, count))
      return std::nullopt;
  return count;
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

namespace {
/// What the header says of the array.
struct Header {
  std::string dtype;
  bool fortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Reads the header's dictionary: string keys; strings, booleans and tuples of
/// integers as values.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  /// A message if the header is not as expected.
  std::optional<std::string> parse(Header &header) {
    if (!consume("{"))
      return "its header is no dictionary";
    bool hasDtype = false, hasOrder = false, hasShape = false;
    while (!consume("}")) {
      std::optional<StringRef> key = parseString();
      if (!key || !consume(":"))
        return "its header has no key where one is expected";
      if (*key == "descr") {
        hasDtype = true;
        if (std::optional<std::string> problem = parseDtype(header.dtype))
          return problem;
      } else if (*key == "fortran_order") {
        hasOrder = true;
        header.fortranOrder = consume("True");
        if (!header.fortranOrder && !consume("False"))
          return "`fortran_order` in its header is neither True nor False";
      } else if (*key == "shape") {
        hasShape = true;
        if (!parseShape(header.shape))
          return "`shape` in its header is no tuple of integers";
      } else {
        return ("its header has the unknown key `" + *key + "`").str();
      }
      consume(",");
    }
    if (!hasDtype || !hasOrder || !hasShape)
      return "its header lacks one of `descr`, `fortran_order` and `shape`";
    return std::nullopt;
  }

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  std::optional<StringRef> parseString() {
    if (!consume("'"))
      return std::nullopt;
    auto [text, after] = rest.split('\'');
    if (text.size() == rest.size())
      return std::nullopt;
    rest = after;
    return text;
  }

  std::optional<std::string> parseDtype(std::string &dtype) {
    std::optional<StringRef> text = parseString();
    if (!text)
      return "its elements are records, which no tensor has";
    if (text->size() < 3 || !StringRef("<>|=").contains(text->front()))
      return ("its dtype `" + *text + "` is not understood").str();
    unsigned size;
    if (text->drop_front(2).getAsInteger(10, size) || size == 0)
      return ("its dtype `" + *text + "` is not understood").str();
    if (text->front() == '>')
      return ("its elements are big-endian (`" + *text +
              "`); save it with .astype('<" + text->drop_front() + "')")
          .str();
    if (!StringRef("biuf").contains((*text)[1]) || size > 8)
      return ("its dtype `" + *text +
              "` is no boolean, integer or float of up to 8 bytes")
          .str();
    dtype = text->drop_front().str();
    return std::nullopt;
  }

  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!consume("("))
      return false;
    while (!consume(")")) {
      rest = rest.ltrim();
      int64_t extent;
      if (rest.consumeInteger(10, extent) || extent < 0)
        return false;
      shape.push_back(extent);
      rest = rest.ltrim();
      if (!rest.starts_with(")") && !consume(","))
        return false;
    }
    return true;
  }

  StringRef rest;
};
} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Copies an array in Fortran order to C order.
static void copyFromFortranOrder(const char *from, char *to,
                                 ArrayRef<int64_t> shape, unsigned elementSize,
                                 int64_t count) {
  SmallVector<int64_t> strides;
  int64_t stride = elementSize;
  for (int64_t extent : shape) {
    strides.push_back(stride);
    stride *= extent;
  }
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t element = 0; element < count; ++element) {
    int64_t offset = 0;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      offset += index[dim] * strides[dim];
    std::memcpy(to + element * elementSize, from + offset, elementSize);
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
  }
}

Expected<NpyArray> lowp::readNpy(StringRef path) {
  auto fail = [&](const Twine &problem) {
    return createStringError(path + ": " + problem);
  };
  // A device has no end.
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) &&
      (status.type() == sys::fs::file_type::character_file ||
       status.type() == sys::fs::file_type::block_file))
    return fail("this is a device, not a file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return fail(file.getError().message());
  StringRef content = (*file)->getBuffer();

  StringRef rest = content;
  if (!rest.consume_front(magic) || rest.size() < 2)
    return fail("this is no .npy file");
  unsigned version = static_cast<unsigned char>(rest[0]);
  rest = rest.drop_front(2);
  if (version < 1 || version > 3)
    return fail("version " + Twine(version) + " of .npy is not known");
  unsigned lengthSize = version == 1 ? 2 : 4;
  if (rest.size() < lengthSize)
    return fail("the file ends in its header");
  uint64_t length = version == 1 ? support::endian::read16le(rest.data())
                                 : support::endian::read32le(rest.data());
  rest = rest.drop_front(lengthSize);
  if (rest.size() < length)
    return fail("the file ends in its header");

  Header header;
  if (std::optional<std::string> problem =
          HeaderParser(rest.take_front(length)).parse(header))
    return fail(*problem);
  rest = rest.drop_front(length);

  NpyArray array;
  array.dtype = header.dtype;
  array.shape = header.shape;
  std::optional<int64_t> bytes =
      getByteCount(array.shape, array.getElementSize());
  if (!bytes)
    return fail("its shape has more elements than can be counted");
  if (rest.size() != static_cast<uint64_t>(*bytes))
    return fail("its header promises " + Twine(*bytes) +
                " bytes of elements, the file holds " + Twine(rest.size()));
  Expected<Bytes> memory = Bytes::allocate(*bytes, path);
  if (!memory)
    return memory.takeError();
  array.bytes = std::move(*memory);
  if (header.fortranOrder)
    copyFromFortranOrder(rest.data(), array.bytes.data(), array.shape,
                         array.getElementSize(), array.getNumElements());
  else
    std::memcpy(array.bytes.data(), rest.data(), *bytes);
  return array;
}

Error lowp::writeNpy(StringRef path, const NpyArray &array) {
  std::string header;
  raw_string_ostream os(header);
  os << "{'descr': '" << (array.getElementSize() == 1 ? '|' : '<')
     << array.dtype << "', 'fortran_order': False, 'shape': (";
  interleave(array.shape, os, ", ");
  if (array.shape.size() == 1)
    os << ',';
  os << "), }";
  // Elements begin at a multiple of 64 bytes, after a line break.
  constexpr unsigned prefix = magic.size() + 4;
  header.resize(alignTo(prefix + header.size() + 1, 64) - prefix - 1, ' ');
  header += '\n';

  std::error_code error;
  raw_fd_ostream file(path, error);
  if (error)
    return createStringError(path + ": " + error.message());
  char length[2];
  support::endian::write16le(length, static_cast<uint16_t>(header.size()));
  file << magic << '\x01' << '\x00' << StringRef(length, sizeof(length))
       << header << StringRef(array.bytes.data(), array.bytes.size());
  file.close();
  if (file.has_error()) {
    std::string message = file.error().message();
    file.clear_error();
    return createStringError(path + ": " + message);
  }
  return Error::success();
}
