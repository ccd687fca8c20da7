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
    keep(dot1, scales, sums, scores, at);
    keep(dot2, scales, sums, scores, at + hop);
    keep(dot3, scales, sums, scores, at + 2 * hop);
    keep(dot4, scales, sums, scores, at + 3 * hop);
    keep(dot5, scales, sums, scores, at + 4 * hop);
    keep(dot6, scales, sums, scores, at + 5 * hop);
    keep(dot7, scales, sums, scores, at + 6 * hop);
    keep(dot8, scales, sums, scores, at + 7 * hop);
  }
  for (let row = 8 * eighth; row < count; row++)
    keep(dotOf(rows + <usize>(row * stride), stride, query), scales, sums, scores, <usize>(row << 2));
}

/** Rows of a chunk, and those of them that are sifted side by side. */
const CHUNK: i32 = 128;
const TOGETHER: i32 = 32;

/**
 * Makes the sieve of a chunk: the signs of its rows, and what makes a cosine of the sum that they select. In each 16 bytes are four cells of 32
 * rows, the first 16 rows in the low nibbles. A slot without a vector has a factor that is not a number.
 */
export function mark(rows: usize, scales: usize, count: i32, stride: i32, signs: usize, factors: usize): void {
  const groups = stride >> 2;
  memory.fill(signs, 0, <usize>(16 * stride));
  for (let row = 0; row < CHUNK; row++) {
    const factor = factors + <usize>(row << 2);
    if (row >= count) {
      f32.store(factor, NaN);
      continue;
    }
    const first = rows + <usize>(row * stride);
    const part = signs + <usize>(row / TOGETHER) * <usize>(groups << 4) + <usize>(row & 15);
    const shift = (row & 16) >> 2;
    let lengths = i32x4.splat(0);
    for (let group = 0; group < groups; group += 4) {
      const cells = v128.load(first + <usize>(group << 2));
      lengths = i32x4.add(lengths, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(i8x16.abs(cells))));
      const positive = ~i8x16.bitmask(cells);
      for (let each = 0; each < 4; each++) {
        const at = part + <usize>((group + each) << 4);
        store<u8>(at, load<u8>(at) | <u8>(((positive >> (each << 2)) & 15) << shift));
      }
    }
    f32.store(factor, 1 / (256 * f32.load(scales + <usize>(row << 2)) * <f32>total(lengths)));
  }
}

/** Where `vector-kernel.ts` has what a sieve reads and leaves: a call for each of a thousand chunks is to hand over little. */
const SCORES: usize = 1024;
const SLOTS: usize = 1536;
const QUERY: usize = 4096;
const TABLE: usize = 131_072;
const ROWS: usize = 1024;

/**
 * The rows of a chunk whose signs make them look better than `bar`: their slots, in order, and their scores as `scan` has them. Returns how many.
 * The table has for each four cells of the query the sums of all their signs, 0 to 63, and `center` is what all of them are raised by. Four sums
 * stay within a byte.
 */
export function sift(block: usize, stride: i32, center: f32, bar: f32): i32 {
  const rows = block + ROWS;
  const sums = rows + <usize>(CHUNK * stride);
  const factors = sums + <usize>(4 * CHUNK);
  let signs = factors + <usize>(4 * CHUNK);
  const length = <usize>(stride << 2);
  let found: i32 = 0;
  for (let from = 0; from < CHUNK; from += TOGETHER) {
    let even1 = i16x8.splat(0);
    let odd1 = i16x8.splat(0);
    let even2 = i16x8.splat(0);
    let odd2 = i16x8.splat(0);
    for (let at: usize = 0; at < length; at += 64) {
      const four = signs + at;
      const choices = TABLE + at;
      const first = v128.load(four);
      const second = v128.load(four, 16);
      const third = v128.load(four, 32);
      const fourth = v128.load(four, 48);
      const sum1 = i8x16.add(
        i8x16.add(low(v128.load(choices), first), low(v128.load(choices, 16), second)),
        i8x16.add(low(v128.load(choices, 32), third), low(v128.load(choices, 48), fourth)),
      );
      const sum2 = i8x16.add(
        i8x16.add(high(v128.load(choices), first), high(v128.load(choices, 16), second)),
        i8x16.add(high(v128.load(choices, 32), third), high(v128.load(choices, 48), fourth)),
      );
      // The even sums contain the odd bytes too, until these are subtracted after the loop.
      even1 = i16x8.add(even1, sum1);
      odd1 = i16x8.add(odd1, i16x8.shr_u(sum1, 8));
      even2 = i16x8.add(even2, sum2);
      odd2 = i16x8.add(odd2, i16x8.shr_u(sum2, 8));
    }
    even1 = i16x8.sub(even1, i16x8.shl(odd1, 8));
    even2 = i16x8.sub(even2, i16x8.shl(odd2, 8));
    let passing = above(i16x8.shuffle(even1, odd1, 0, 8, 1, 9, 2, 10, 3, 11), factors, from, center, bar);
    passing |= above(i16x8.shuffle(even1, odd1, 4, 12, 5, 13, 6, 14, 7, 15), factors, from + 8, center, bar) << 8;
    passing |= above(i16x8.shuffle(even2, odd2, 0, 8, 1, 9, 2, 10, 3, 11), factors, from + 16, center, bar) << 16;
    passing |= above(i16x8.shuffle(even2, odd2, 4, 12, 5, 13, 6, 14, 7, 15), factors, from + 24, center, bar) << 24;
    while (passing !== 0) {
      const slot = from + ctz<i32>(passing);
      passing &= passing - 1;
      const at = <usize>(slot << 2);
      const score = scored(dotOf(rows + <usize>(slot * stride), stride, QUERY), block, sums, at);
      i32.store(SLOTS + <usize>(found << 2), slot);
      f32.store(SCORES + <usize>(found << 2), score);
      found++;
    }
    signs += length;
  }
  return found;
}

@inline
function low(choices: v128, signs: v128): v128 {
  return i8x16.relaxed_swizzle(choices, v128.and(signs, i8x16.splat(15)));
}

/** Bits shifted over from the byte beside go: a shift of bytes takes three instructions. */
@inline
function high(choices: v128, signs: v128): v128 {
  return i8x16.relaxed_swizzle(choices, v128.and(i16x8.shr_u(signs, 4), i8x16.splat(15)));
}

/** Of eight sums, a bit for each that its factor lifts above the bar. */
@inline
function above(sums: v128, factors: usize, slot: i32, center: f32, bar: f32): i32 {
  const first = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(sums));
  const second = f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(sums));
  const at = factors + <usize>(slot << 2);
  const least = f32x4.splat(bar);
  const raised = f32x4.splat(center);
  const one = f32x4.gt(f32x4.mul(f32x4.sub(first, raised), v128.load(at)), least);
  const two = f32x4.gt(f32x4.mul(f32x4.sub(second, raised), v128.load(at, 16)), least);
  return i32x4.bitmask(one) | (i32x4.bitmask(two) << 4);
}

@inline
function dotOf(row: usize, stride: i32, query: usize): v128 {
  let dot = i32x4.splat(0);
  for (let cell: usize = 0; cell < <usize>stride; cell += 16)
    dot = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(row + cell), v128.load(query + cell), dot);
  return dot;
}

@inline
function keep(dot: v128, scales: usize, sums: usize, scores: usize, at: usize): void {
  f32.store(scores + at, scored(dot, scales, sums, at));
}

@inline
function scored(dot: v128, scales: usize, sums: usize, at: usize): f32 {
  return <f32>(total(dot) - RAISED * i32.load(sums + at)) * f32.load(scales + at);
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
