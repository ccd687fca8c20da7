/** What the query's cells are raised by, so that none is negative: the second operand of the dot product has seven bits. */
const RAISED: i32 = 64;

/** The sum of each row's cells: what raising the query adds to a dot product, 64 times over. */
export function sum(rows: usize, count: i32, stride: i32, sums: usize): void {
  const one = i8x16.splat(1);
  for (let row = 0; row < count; row++) {
    const first = rows + <usize>(row * stride);
    let lanes = i32x4.splat(0);
    for (let cell: usize = 0; cell < <usize>stride; cell += 16)
      lanes = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(first + cell), one, lanes);
    i32.store(sums + <usize>(row << 2), total(lanes));
  }
}

/**
 * Dot products of one query with `count` int8 rows of `stride` cells (a multiple of 16), each times its row's scale. The
 * query's cells are 0 to 127: with seven bits no intermediate sum leaves 16 bits, so that every machine gives the same.
 *
 * Eight rows far apart go side by side: rows that follow each other share memory pages, and waiting for one page at a time
 * takes twice as long; with four rows it takes a fifth longer.
 */
export function scan(
  rows: usize,
  scales: usize,
  sums: usize,
  count: i32,
  stride: i32,
  query: usize,
  scores: usize,
): void {
  const eighth = count >> 3;
  const leap = <usize>(eighth * stride);
  const hop = <usize>(eighth << 2);
  for (let row = 0; row < eighth; row++) {
    const row1 = rows + <usize>(row * stride);
    const row2 = row1 + leap;
    const row3 = row2 + leap;
    const row4 = row3 + leap;
    const row5 = row4 + leap;
    const row6 = row5 + leap;
    const row7 = row6 + leap;
    const row8 = row7 + leap;
    let dot1 = i32x4.splat(0);
    let dot2 = i32x4.splat(0);
    let dot3 = i32x4.splat(0);
    let dot4 = i32x4.splat(0);
    let dot5 = i32x4.splat(0);
    let dot6 = i32x4.splat(0);
    let dot7 = i32x4.splat(0);
    let dot8 = i32x4.splat(0);
    for (let cell: usize = 0; cell < <usize>stride; cell += 16) {
      const part = v128.load(query + cell);
      dot1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row1 + cell), part, dot1);
      dot2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row2 + cell), part, dot2);
      dot3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row3 + cell), part, dot3);
      dot4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row4 + cell), part, dot4);
      dot5 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row5 + cell), part, dot5);
      dot6 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row6 + cell), part, dot6);
      dot7 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row7 + cell), part, dot7);
      dot8 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row8 + cell), part, dot8);
    }
    const at = <usize>(row << 2);
    store(dot1, scales, sums, scores, at);
    store(dot2, scales, sums, scores, at + hop);
    store(dot3, scales, sums, scores, at + 2 * hop);
    store(dot4, scales, sums, scores, at + 3 * hop);
    store(dot5, scales, sums, scores, at + 4 * hop);
    store(dot6, scales, sums, scores, at + 5 * hop);
    store(dot7, scales, sums, scores, at + 6 * hop);
    store(dot8, scales, sums, scores, at + 7 * hop);
  }
  for (let row = 8 * eighth; row < count; row++) {
    const only = rows + <usize>(row * stride);
    let dot = i32x4.splat(0);
    for (let cell: usize = 0; cell < <usize>stride; cell += 16)
      dot = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(only + cell), v128.load(query + cell), dot);
    store(dot, scales, sums, scores, <usize>(row << 2));
  }
}

@inline
function store(dot: v128, scales: usize, sums: usize, scores: usize, at: usize): void {
  f32.store(scores + at, <f32>(total(dot) - RAISED * i32.load(sums + at)) * f32.load(scales + at));
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
