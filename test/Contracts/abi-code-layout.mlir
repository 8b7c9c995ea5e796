// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

#mx = #lowp.scale<f8E8M0FNU per 1x32>
!given = !lowp.scaled<8x40xf8E4M3FN, #mx>
!read = !lowp.scaled<8x40xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>

// expected-note@+1 {{they are read in #lowp.layout<row_major, pitch = 16> here}}
lowp.kernel private @decode(!read) -> tensor<8x40xf32>

// expected-note@+1 {{the codes lie in row_major, since none is assigned here}}
func.func @dense_rows_read_at_a_pitch(%q: !given) -> tensor<8x40xf32> {
  // expected-error@+3 {{'lowp.launch' op [abi-code-layout] operand #0 has its codes in another layout than is read}}
  // expected-note@+2 {{finds row 1 of a dense array of 40 columns 8 bytes too late}}
  // expected-note@+1 {{lowp.relayout moves the codes}}
  %x = lowp.launch @decode(%q) : (!given) -> tensor<8x40xf32>
  return %x : tensor<8x40xf32>
}

// -----

// Near miss: a layout that is not assigned is row-major and dense.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!given = !lowp.scaled<8x40xf8E4M3FN, #mx>
!read = !lowp.scaled<8x40xf8E4M3FN, #mx, #lowp.layout<row_major>>

lowp.kernel private @decode(!read) -> tensor<8x40xf32>

func.func @dense_rows(%q: !given) -> tensor<8x40xf32> {
  %x = lowp.launch @decode(%q) : (!given) -> tensor<8x40xf32>
  return %x : tensor<8x40xf32>
}

// -----

// Near miss: rows of 48 codes begin at multiples of 16 bytes by themselves.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!given = !lowp.scaled<8x48xf8E4M3FN, #mx>
!read = !lowp.scaled<?x?xf8E4M3FN, #mx, #lowp.layout<row_major, pitch = 16>>

lowp.kernel private @decode(!read) -> tensor<8x48xf32>

func.func @rows_of_the_pitch(%q: !given) -> tensor<8x48xf32> {
  %x = lowp.launch @decode(%q) : (!given) -> tensor<8x48xf32>
  return %x : tensor<8x48xf32>
}
