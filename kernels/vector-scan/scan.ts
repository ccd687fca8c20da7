/** What the query's cells are raised by, so that none is negative: the second operand of the dot product has seven bits. */
const RAISED: i32 = 64;

/**
 * Dot products of one query with `count` int8 rows of `stride` cells (a multiple of 16), each times its row's scale. The
 * query's cells are 0 to 127: with seven bits no intermediate sum leaves 16 bits, so that every machine gives the same.
 *
 * Four rows far apart go side by side: rows that follow each other share memory pages, and waiting for one page at a time
 * costs 40 %.
 */
export function scan(rows: usize, scales: usize, count: i32, stride: i32, query: usize, scores: usize): void {
  const quarter = count >> 2;
  const leap = <usize>(quarter * stride);
  const hop = <usize>(quarter << 2);
  const one = i8x16.splat(1);
  for (let row = 0; row < quarter; row++) {
    const first = rows + <usize>(row * stride);
    const second = first + leap;
    const third = second + leap;
    const fourth = third + leap;
    let dot1 = i32x4.splat(0);
    let dot2 = i32x4.splat(0);
    let dot3 = i32x4.splat(0);
    let dot4 = i32x4.splat(0);
    let sum1 = i32x4.splat(0);
    let sum2 = i32x4.splat(0);
    let sum3 = i32x4.splat(0);
    let sum4 = i32x4.splat(0);
    for (let cell: usize = 0; cell < <usize>stride; cell += 16) {
      const part = v128.load(query + cell);
      const cells1 = v128.load(first + cell);
      const cells2 = v128.load(second + cell);
      const cells3 = v128.load(third + cell);
      const cells4 = v128.load(fourth + cell);
      dot1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells1, part, dot1);
      dot2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells2, part, dot2);
      dot3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells3, part, dot3);
      dot4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells4, part, dot4);
      sum1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells1, one, sum1);
      sum2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells2, one, sum2);
      sum3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells3, one, sum3);
      sum4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells4, one, sum4);
    }
    const at = <usize>(row << 2);
    store(dot1, sum1, scales + at, scores + at);
    store(dot2, sum2, scales + at + hop, scores + at + hop);
    store(dot3, sum3, scales + at + 2 * hop, scores + at + 2 * hop);
    store(dot4, sum4, scales + at + 3 * hop, scores + at + 3 * hop);
  }
  for (let row = 4 * quarter; row < count; row++) {
    const only = rows + <usize>(row * stride);
    let dot = i32x4.splat(0);
    let sum = i32x4.splat(0);
    for (let cell: usize = 0; cell < <usize>stride; cell += 16) {
      const cells = v128.load(only + cell);
      dot = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells, v128.load(query + cell), dot);
      sum = i32x4.relaxed_dot_i8x16_i7x16_add_s(cells, one, sum);
    }
    const at = <usize>(row << 2);
    store(dot, sum, scales + at, scores + at);
  }
}

@inline
function store(dot: v128, sum: v128, scale: usize, score: usize): void {
  f32.store(score, <f32>(total(dot) - RAISED * total(sum)) * f32.load(scale));
}

@inline
function total(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}
