// RUN: lowp-opt %s --lowp-kernels-to-func --split-input-file --verify-diagnostics

// expected-note@+1 {{the kernel is declared here}}
lowp.kernel private @vendor(tensor<4xf32>) -> tensor<4xf32>

func.func @external(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot run on the CPU: @vendor is external and has no body}}
  %y = lowp.launch @vendor(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

!fn = !lowp.scaled<?x?xf8E4M3FN, #lowp.scale<f8E8M0FNU per 1x32>>
!fnuz = !lowp.scaled<?x?xf8E4M3FNUZ, #lowp.scale<f8E8M0FNU per 1x32>>

// expected-note@+1 {{the kernel is here}}
lowp.kernel @same(%x: !fn) -> !fn {
  lowp.return %x : !fn
}

func.func @other_encoding(%x: !fnuz) -> !fn {
  // expected-error@+1 {{cannot become a call: operand #0 is}}
  %y = lowp.launch @same(%x) : (!fnuz) -> !fn
  return %y : !fn
}
