/**
 * Dot products of one int16 query with `count` int8 rows of `stride` cells (a multiple of 16), each times its row's scale.
 * The caller keeps the query small enough that no sum leaves 32 bits.
 *
 * Four rows far apart go side by side: rows that follow each other share memory pages, and waiting for one page at a time
 * costs 40 % (4.7 against 8 ms for 100,000 rows of 384).
 */
export function scan(rows: usize, scales: usize, count: i32, stride: i32, query: usize, scores: usize): void {
  const quarter = count >> 2;
  const leap = <usize>(quarter * stride);
  const hop = <usize>(quarter << 2);
  for (let row = 0; row < quarter; row++) {
    const first = rows + <usize>(row * stride);
    const second = first + leap;
    const third = second + leap;
    const fourth = third + leap;
    let sum1 = i32x4.splat(0);
    let sum2 = i32x4.splat(0);
    let sum3 = i32x4.splat(0);
    let sum4 = i32x4.splat(0);
    for (let cell: usize = 0; cell < <usize>stride; cell += 8) {
      const part = v128.load(query + 2 * cell);
      sum1 = i32x4.add(sum1, i32x4.dot_i16x8_s(v128.load8x8_s(first + cell), part));
      sum2 = i32x4.add(sum2, i32x4.dot_i16x8_s(v128.load8x8_s(second + cell), part));
      sum3 = i32x4.add(sum3, i32x4.dot_i16x8_s(v128.load8x8_s(third + cell), part));
      sum4 = i32x4.add(sum4, i32x4.dot_i16x8_s(v128.load8x8_s(fourth + cell), part));
    }
    const at = <usize>(row << 2);
    store(sum1, scales + at, scores + at);
    store(sum2, scales + at + hop, scores + at + hop);
    store(sum3, scales + at + 2 * hop, scores + at + 2 * hop);
    store(sum4, scales + at + 3 * hop, scores + at + 3 * hop);
  }
  for (let row = 4 * quarter; row < count; row++) {
    const only = rows + <usize>(row * stride);
    let sum = i32x4.splat(0);
    for (let cell: usize = 0; cell < <usize>stride; cell += 8) {
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load8x8_s(only + cell), v128.load(query + 2 * cell)));
    }
    const at = <usize>(row << 2);
    store(sum, scales + at, scores + at);
  }
}

@inline
function store(lanes: v128, scale: usize, score: usize): void {
  const sum =
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3);
  f32.store(score, <f32>sum * f32.load(scale));
}
