;; Hamming distances between a query's binary code and many others, 16 bytes at a time. `npm run build-wasm` compiles this
;; into code-distances.wasm.ts; a test holds the two together.
(module
  (memory (import "codes" "memory") 1)

  ;; Writes the distance of each of `count` codes as 16 bits from `out` on. A code is `quads` times 16 bytes; all addresses
  ;; are multiples of 16.
  (func (export "distances")
    (param $query i32) (param $codes i32) (param $quads i32) (param $count i32) (param $out i32)
    (local $end i32) (local $at i32) (local $bits v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 1))))
    (block $done
      (loop $next-code
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $bits (v128.const i32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $next-quad
          ;; Eight sums of 16 bits: the bits apart in each pair of bytes.
          (local.set $bits
            (i16x8.add
              (local.get $bits)
              (i16x8.extadd_pairwise_i8x16_u
                (i8x16.popcnt
                  (v128.xor
                    (v128.load (local.get $codes))
                    (v128.load (i32.add (local.get $query) (local.get $at))))))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next-quad (i32.lt_u (local.get $at) (i32.shl (local.get $quads) (i32.const 4)))))
        (local.set $bits (i32x4.extadd_pairwise_i16x8_u (local.get $bits)))
        (i32.store16
          (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $bits)) (i32x4.extract_lane 1 (local.get $bits)))
            (i32.add (i32x4.extract_lane 2 (local.get $bits)) (i32x4.extract_lane 3 (local.get $bits)))))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (br $next-code)))))
