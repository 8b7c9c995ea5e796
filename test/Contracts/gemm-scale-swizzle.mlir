// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// Linear scales meet a kernel that reads the tile of 128x4.
#linear = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
!given = !lowp.scaled<128x128xf8E4M3FN, #linear>
!read = !lowp.scaled<128x128xf8E4M3FN, #tiled>

// expected-note@+1 {{they are read in the layout tile_128x4 here}}
lowp.kernel private @decode(!read) -> tensor<128x128xf32>

// expected-note@+1 {{the scales lie in the layout linear here}}
func.func @linear_to_tiled(%q: !given) -> tensor<128x128xf32> {
  // expected-error@+3 {{'lowp.launch' op [gemm-scale-swizzle] reads scales written in the layout linear in the layout tile_128x4 on level 0}}
  // expected-note@+2 {{the scale of row 1 and group 0 is at byte 16 in tile_128x4 and at byte 4 in linear order, where tile_128x4 has row 32}}
  // expected-note@+1 {{lowp.relayout moves the scales to the layout tile_128x4}}
  %x = lowp.launch @decode(%q) : (!given) -> tensor<128x128xf32>
  return %x : tensor<128x128xf32>
}

// -----

// What no layout is assigned to is stored linear.
#open = #lowp.scale<f8E8M0FNU per 1x32>
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
!given = !lowp.scaled<128x128xf8E4M3FN, #open>
!read = !lowp.scaled<128x128xf8E4M3FN, #tiled>

// expected-note@+1 {{they are read in the layout tile_128x4 here}}
lowp.kernel private @decode(!read) -> tensor<128x128xf32>

// expected-note@+1 {{the scales lie in the layout linear here, since none is assigned}}
func.func @unassigned_to_tiled(%q: !given) -> tensor<128x128xf32> {
  // expected-error@+3 {{[gemm-scale-swizzle]}}
  // expected-note@+2 {{at byte 16}}
  // expected-note@+1 {{lowp.relayout}}
  %x = lowp.launch @decode(%q) : (!given) -> tensor<128x128xf32>
  return %x : tensor<128x128xf32>
}

// -----

// Tiled scales promised as tiled once more from linear ones: swizzled twice.
#linear = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
!linear = !lowp.scaled<128x128xf8E4M3FN, #linear>
!tiled = !lowp.scaled<128x128xf8E4M3FN, #tiled>

func.func @swizzled_twice(%q: !tiled) -> !tiled {
  %codes = lowp.codes %q : !tiled to tensor<128x128xf8E4M3FN>
  // expected-note@+1 {{the scales lie in the layout tile_128x4 here}}
  %scales = lowp.scales %q level 0 : !tiled to tensor<1x1x512xf8E8M0FNU>
  %flat = tensor.empty() : tensor<128x4xf8E8M0FNU>
  %cast = tensor.cast %scales : tensor<1x1x512xf8E8M0FNU> to tensor<?x?x512xf8E8M0FNU>
  %again = tensor.cast %cast : tensor<?x?x512xf8E8M0FNU> to tensor<1x1x512xf8E8M0FNU>
  // expected-error@+4 {{'lowp.assemble' op [gemm-scale-swizzle] reads scales written in the layout tile_128x4 in the layout packed_ue8m0 on level 0}}
  // expected-note@+3 {{they are read in the layout packed_ue8m0 here}}
  // expected-note@+2 {{at byte 16 in tile_128x4}}
  // expected-note@+1 {{lowp.relayout moves the scales to the layout packed_ue8m0}}
  %p = lowp.assemble %codes, %again
    : tensor<128x128xf8E4M3FN>, tensor<1x1x512xf8E8M0FNU>
    to !lowp.scaled<128x128xf8E4M3FN,
         #lowp.scale<f8E8M0FNU per 1x32, layout = packed_ue8m0>>
  return %q : !tiled
}

// -----

// Near miss: relayout first.
#linear = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
#tiled = #lowp.scale<f8E8M0FNU per 1x32, layout = tile_128x4>
!given = !lowp.scaled<128x128xf8E4M3FN, #linear>
!read = !lowp.scaled<128x128xf8E4M3FN, #tiled>

lowp.kernel private @decode(!read) -> tensor<128x128xf32>

func.func @relayout_first(%q: !given) -> tensor<128x128xf32> {
  %r = lowp.relayout %q : !given to !read
  %x = lowp.launch @decode(%r) : (!read) -> tensor<128x128xf32>
  return %x : tensor<128x128xf32>
}

// -----

// Near miss: not assigned and linear are the same bytes.
#open = #lowp.scale<f8E8M0FNU per 1x32>
#linear = #lowp.scale<f8E8M0FNU per 1x32, layout = linear>
!given = !lowp.scaled<128x128xf8E4M3FN, #open>
!read = !lowp.scaled<128x128xf8E4M3FN, #linear>

lowp.kernel private @decode(!read) -> tensor<128x128xf32>

func.func @unassigned_to_linear(%q: !given) -> tensor<128x128xf32> {
  %x = lowp.launch @decode(%q) : (!given) -> tensor<128x128xf32>
  return %x : tensor<128x128xf32>
}
