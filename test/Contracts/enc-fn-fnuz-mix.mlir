// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// OCP bytes, from a tensor that says so, assembled as FNUZ codes.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!fnuz = !lowp.scaled<8x64xf8E4M3FNUZ, #mx>

func.func @assembled_as_fnuz(
    // expected-note@+1 {{the codes are f8E4M3FN here}}
    %codes: tensor<8x64xf8E4M3FN>,
    %scales: tensor<8x2xf8E8M0FNU>) -> !fnuz {
  // expected-error@+4 {{'lowp.assemble' op [enc-fn-fnuz-mix] reads codes of f8E4M3FN as f8E4M3FNUZ}}
  // expected-note@+3 {{they are read as f8E4M3FNUZ here}}
  // expected-note@+2 {{byte 0x38 is 1 in f8E4M3FN and 0.5 in f8E4M3FNUZ; byte 0x80 is -0 in f8E4M3FN and NaN in f8E4M3FNUZ}}
  // expected-note@+1 {{lowp.recode changes the encoding, with its loss; or name the encoding that the bytes have}}
  %w = lowp.assemble %codes, %scales
    : tensor<8x64xf8E4M3FN>, tensor<8x2xf8E8M0FNU> to !fnuz
  return %w : !fnuz
}

// -----

// The bytes are renamed on the way: what they are was said with them.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!fnuz = !lowp.scaled<8x64xf8E4M3FNUZ, #mx>

func.func @renamed_by_bitcast(
    // expected-note@+1 {{the codes are f8E4M3FN here}}
    %codes: tensor<8x64xf8E4M3FN>,
    %scales: tensor<8x2xf8E8M0FNU>) -> !fnuz {
  %renamed = arith.bitcast %codes : tensor<8x64xf8E4M3FN> to tensor<8x64xf8E4M3FNUZ>
  // expected-error@+4 {{[enc-fn-fnuz-mix] reads codes of f8E4M3FN as f8E4M3FNUZ}}
  // expected-note@+3 {{they are read as f8E4M3FNUZ here}}
  // expected-note@+2 {{byte 0x38 is 1 in f8E4M3FN and 0.5 in f8E4M3FNUZ}}
  // expected-note@+1 {{lowp.recode}}
  %w = lowp.assemble %renamed, %scales
    : tensor<8x64xf8E4M3FNUZ>, tensor<8x2xf8E8M0FNU> to !fnuz
  return %w : !fnuz
}

// -----

// A kernel for FNUZ codes is given OCP ones.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!ocp = !lowp.scaled<8x64xf8E4M3FN, #mx>
!fnuz = !lowp.scaled<8x64xf8E4M3FNUZ, #mx>

// expected-note@+1 {{they are read as f8E4M3FNUZ here}}
lowp.kernel private @decode(!fnuz) -> tensor<8x64xf32>

// expected-note@+1 {{the codes are f8E4M3FN here}}
func.func @launched_on_ocp(%q: !ocp) -> tensor<8x64xf32> {
  // expected-error@+3 {{'lowp.launch' op [enc-fn-fnuz-mix] reads codes of f8E4M3FN as f8E4M3FNUZ}}
  // expected-note@+2 {{byte 0x38}}
  // expected-note@+1 {{lowp.recode}}
  %x = lowp.launch @decode(%q) : (!ocp) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

// Near miss: plain bytes promise nothing, so any promise may be made of them.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!fnuz = !lowp.scaled<8x64xf8E4M3FNUZ, #mx>

func.func @bytes_promise_nothing(%codes: tensor<8x64xi8>,
                                 %scales: tensor<8x2xi8>) -> !fnuz {
  %w = lowp.assemble %codes, %scales
    : tensor<8x64xi8>, tensor<8x2xi8> to !fnuz
  return %w : !fnuz
}

// -----

// Near miss: the codes are recoded before the kernel reads them.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!ocp = !lowp.scaled<8x64xf8E4M3FN, #mx>
!fnuz = !lowp.scaled<8x64xf8E4M3FNUZ, #mx>

lowp.kernel private @decode(!fnuz) -> tensor<8x64xf32>

func.func @recoded_first(%q: !ocp) -> tensor<8x64xf32> {
  %r = lowp.recode %q with <f8E4M3FNUZ, rounding = rne, overflow = saturate,
      nan = nan, zero_sign = positive> : !ocp to !fnuz
  %x = lowp.launch @decode(%r) : (!fnuz) -> tensor<8x64xf32>
  return %x : tensor<8x64xf32>
}

// -----

// A part of the codes is read in the same encoding as all of them.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!given = !lowp.scaled<64x64xf8E4M3FN, #mx>
!made = !lowp.scaled<32x64xf8E4M3FNUZ, #mx>

func.func @part(%q: !given, %scales: tensor<32x2xi8>) -> !made {
  // expected-note@+1 {{f8E4M3FN}}
  %all = lowp.codes %q : !given to tensor<64x64xi8>
  %codes = tensor.extract_slice %all[0, 0][32, 64][1, 1]
    : tensor<64x64xi8> to tensor<32x64xi8>
  // expected-error@+4 {{[enc-fn-fnuz-mix]}}
  // expected-note@+3 {{f8E4M3FNUZ here}}
  // expected-note@+2 {{byte 0x38 is}}
  // expected-note@+1 {{lowp.recode}}
  %r = lowp.assemble %codes, %scales : tensor<32x64xi8>, tensor<32x2xi8> to !made
  return %r : !made
}
