// RUN: lowp-opt %s --lowp-verify-contracts --split-input-file --verify-diagnostics

// A vendor's kernel steps by 128 along K.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<64x160xf8E4M3FN, #mx>
!w = !lowp.scaled<160x64xf8E4M3FN, #mx_w>
!any_x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!any_w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

// expected-note@+1 {{the contract is #lowp.contract<alignment = 16, granularity = [1, 8, 128]>}}
lowp.kernel private @gemm(!any_x, !any_w) -> tensor<?x?xf32>
  attributes {contract = #lowp.contract<alignment = 16, granularity = [1, 8, 128]>}

// expected-note@+1 {{the operand is !lowp.scaled<64x160xf8E4M3FN}}
func.func @k_160(%x: !x, %w: !w) -> tensor<64x64xf32> {
  // expected-error@+3 {{'lowp.launch' op [gemm-pad-k-granularity] has K = 160, @gemm demands a multiple of 128}}
  // expected-note@+2 {{the kernel steps to K = 256}}
  // expected-note@+1 {{pad K to 256: codes with 00, scales with one (E8M0 byte 7F)}}
  %y = lowp.launch @gemm(%x, %w) : (!x, !w) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

// Near miss: 256 is a multiple; unknown extents are for the launch to check.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
#mx_w = #lowp.scale<f8E8M0FNU per 32x1>
!x = !lowp.scaled<64x256xf8E4M3FN, #mx>
!w = !lowp.scaled<256x64xf8E4M3FN, #mx_w>
!any_x = !lowp.scaled<?x?xf8E4M3FN, #mx>
!any_w = !lowp.scaled<?x?xf8E4M3FN, #mx_w>

lowp.kernel private @gemm(!any_x, !any_w) -> tensor<?x?xf32>
  attributes {contract = #lowp.contract<alignment = 16, granularity = [1, 8, 128]>}

func.func @k_256(%x: !x, %w: !w) -> tensor<64x64xf32> {
  %y = lowp.launch @gemm(%x, %w) : (!x, !w) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

func.func @k_unknown(%x: !any_x, %w: !any_w) -> tensor<?x?xf32> {
  %y = lowp.launch @gemm(%x, %w) : (!any_x, !any_w) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// Near miss: weights of N x K, whose N is 128.
#mx = #lowp.scale<f8E8M0FNU per 1x32>
!x = !lowp.scaled<8x96xf8E4M3FN, #mx>
!w = !lowp.scaled<128x96xf8E4M3FN, #mx>

lowp.kernel private @gemm(!x, !w) -> tensor<8x128xf32>
  attributes {contract = #lowp.contract<alignment = 16, granularity = [1, 128, 32]>}

func.func @rows_of_n(%x: !x, %w: !w) -> tensor<8x128xf32> {
  %y = lowp.launch @gemm(%x, %w) : (!x, !w) -> tensor<8x128xf32>
  return %y : tensor<8x128xf32>
}
