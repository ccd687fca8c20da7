import { horizontalMax, horizontalMin } from './lanes';
import { BLOCK, PANEL } from './shape';

/** Plain SIMD multiplies 14-bit activations in int16, two of them at a time, by two int8 weights of each column. */
const STEP: usize = 2;
const LEVELS: f32 = 16383;
/** The value of a quantised 0, counted from the row's minimum. */
const CENTRE: f32 = 8192;
/** 1.5 x 2^23: a small number added to it is rounded to a whole one, which then stands in the lowest bits. */
const ROUNDING: f32 = 12582912;

/** A block of quantised rows: the words of all rows for one step side by side, then each row's scale and offset. */
// @ts-ignore: decorator
@inline
function blockSize(inner: usize): usize {
  return BLOCK * (inner * 2 + 8);
}

/** A panel of packed columns: the weights, then the columns' scales, scaled sums and biases. */
// @ts-ignore: decorator
@inline
function panelSize(inner: usize): usize {
  return PANEL * (inner + 12);
}

export function quantisedSize(rows: usize, inner: usize): usize {
  return ((rows + BLOCK - 1) / BLOCK) * blockSize(inner);
}

export function packedSize(columns: usize, inner: usize): usize {
  return (columns / PANEL) * panelSize(inner);
}

/** Matrices packed one after the other are one matrix with the columns of both. */
export function pack(weights: usize, scales: usize, biases: usize, columns: usize, inner: usize, to: usize): void {
  for (let column: usize = 0; column < columns; column++) {
    const panel = to + (column / PANEL) * panelSize(inner);
    const lane = column % PANEL;
    const row = weights + column * inner;
    let sum = 0;
    for (let i: usize = 0; i < inner; i++) {
      const weight = load<i8>(row + i);
      store<i8>(panel + (i / STEP) * PANEL * STEP + lane * STEP + (i % STEP), weight);
      sum += weight;
    }
    const scale = load<f32>(scales + column * 4);
    const tail = panel + PANEL * inner + lane * 4;
    store<f32>(tail, scale);
    store<f32>(tail + PANEL * 4, scale * <f32>sum);
    store<f32>(tail + PANEL * 8, load<f32>(biases + column * 4));
  }
}

/** Each row on its own: value = scale * quantised + offset. */
export function quantise(x: usize, rows: usize, inner: usize, to: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    const from = x + row * inner * 4;
    let least = v128.load(from);
    let most = least;
    for (let i: usize = 16; i < inner * 4; i += 16) {
      const value = v128.load(from + i);
      least = f32x4.pmin(least, value);
      most = f32x4.pmax(most, value);
    }
    const lowest = horizontalMin(least);
    const range = max<f32>(horizontalMax(most) - lowest, 1e-20);
    const scale = range / LEVELS;
    const inverse = f32x4.splat(LEVELS / range);
    const shift = f32x4.splat(lowest);

    const block = to + (row / BLOCK) * blockSize(inner);
    const slot = row % BLOCK;
    let at = block + slot * 4;
    for (let i: usize = 0; i < inner * 4; i += 16) {
      const steps = f32x4.mul(f32x4.sub(v128.load(from + i), shift), inverse);
      const q = v128.and(f32x4.add(steps, f32x4.splat(ROUNDING)), i32x4.splat(16383));
      storeQuantised(q, at);
      at += (BLOCK * 4 * 4) / STEP;
    }
    store<f32>(block + BLOCK * inner * 2 + slot * 8, scale);
    store<f32>(block + BLOCK * inner * 2 + slot * 8, lowest + CENTRE * scale, 4);
  }
}

/** Writes four activations, quantised to 0..16383, into their row's slots. */
// @ts-ignore: decorator
@inline
function storeQuantised(q: v128, to: usize): void {
  const centred = i32x4.sub(q, i32x4.splat(8192));
  const packed = i16x8.narrow_i32x4_s(centred, centred);
  v128.store32_lane(to, packed, 0);
  v128.store32_lane(to + BLOCK * 4, packed, 1);
}

/**
 * to = quantised rows x packed columns + biases. Rows are rounded up to whole blocks: `to` must have room for them.
 * scratch: room for PANEL columns of int16.
 */
export function linear(
  quantised: usize,
  rows: usize,
  inner: usize,
  packed: usize,
  columns: usize,
  to: usize,
  scratch: usize,
): void {
  const blocks = (rows + BLOCK - 1) / BLOCK;
  for (let panel: usize = 0; panel < columns / PANEL; panel++) {
    const weights = packed + panel * panelSize(inner);
    widen(weights, PANEL * inner, scratch);
    for (let block: usize = 0; block < blocks; block++) {
      multiply(
        quantised + block * blockSize(inner),
        scratch,
        weights + PANEL * inner,
        inner,
        to + (block * BLOCK * columns + panel * PANEL) * 4,
        columns * 4,
      );
    }
  }
}

/** int8 to int16: widening at each use would cost every block of rows an instruction for four columns and two positions. */
function widen(weights: usize, count: usize, to: usize): void {
  for (const end = weights + count; weights < end; weights += 16) {
    v128.store(to, v128.load8x8_s(weights));
    v128.store(to, v128.load8x8_s(weights, 8), 16);
    to += 32;
  }
}

/**
 * Four rows by eight columns: more sums than these do not fit into the registers of x64.
 * The first step stands before the loop so that V8 computes the addresses of the splatted loads once, not at every step.
 * The loop is not unrolled by hand: V8 does it, and schedules a longer body badly.
 */
function multiply(quantised: usize, weights: usize, columnTerms: usize, inner: usize, to: usize, stride: usize): void {
  let w0 = v128.load(weights), w1 = v128.load(weights, 16);
  let a = v128.load32_splat(quantised), a0 = dot(w0, a), a1 = dot(w1, a);
  let b = v128.load32_splat(quantised, 4), b0 = dot(w0, b), b1 = dot(w1, b);
  let c = v128.load32_splat(quantised, 8), c0 = dot(w0, c), c1 = dot(w1, c);
  let d = v128.load32_splat(quantised, 12), d0 = dot(w0, d), d1 = dot(w1, d);
  let q = quantised + BLOCK * 4;
  const end = weights + PANEL * inner * 2;
  for (let w = weights + PANEL * STEP * 2; w < end; w += PANEL * STEP * 2) {
    w0 = v128.load(w);
    w1 = v128.load(w, 16);
    a = v128.load32_splat(q);
    a0 = i32x4.add(a0, dot(w0, a));
    a1 = i32x4.add(a1, dot(w1, a));
    b = v128.load32_splat(q, 4);
    b0 = i32x4.add(b0, dot(w0, b));
    b1 = i32x4.add(b1, dot(w1, b));
    c = v128.load32_splat(q, 8);
    c0 = i32x4.add(c0, dot(w0, c));
    c1 = i32x4.add(c1, dot(w1, c));
    d = v128.load32_splat(q, 12);
    d0 = i32x4.add(d0, dot(w0, d));
    d1 = i32x4.add(d1, dot(w1, d));
    q += BLOCK * 4;
  }
  finish(a0, a1, q, columnTerms, to);
  finish(b0, b1, q + 8, columnTerms, to + stride);
  finish(c0, c1, q + 16, columnTerms, to + 2 * stride);
  finish(d0, d1, q + 24, columnTerms, to + 3 * stride);
}

// @ts-ignore: decorator
@inline
function dot(weights: v128, activations: v128): v128 {
  return i32x4.dot_i16x8_s(weights, activations);
}

// @ts-ignore: decorator
@inline
function finish(sum0: v128, sum1: v128, rowTerms: usize, columnTerms: usize, to: usize): void {
  const scale = v128.load32_splat(rowTerms);
  const offset = v128.load32_splat(rowTerms, 4);
  v128.store(to, value(sum0, scale, offset, columnTerms));
  v128.store(to, value(sum1, scale, offset, columnTerms + 16), 16);
}

// @ts-ignore: decorator
@inline
function value(sum: v128, scale: v128, offset: v128, columnTerms: usize): v128 {
  const product = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sum), scale), v128.load(columnTerms));
  const correction = f32x4.mul(offset, v128.load(columnTerms, PANEL * 4));
  return f32x4.add(f32x4.add(product, correction), v128.load(columnTerms, PANEL * 8));
}
