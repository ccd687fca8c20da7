import { CENTRE, dot, loadWeights, STEP, storeQuantised } from './dots';
import { horizontalMax, horizontalMin } from './lanes';
import { BLOCK, PANEL } from './shape';

const LEVELS: f32 = 16383;
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

/** to = quantised rows x packed columns + biases. Rows are rounded up to whole blocks: `to` must have room for them. */
export function linear(quantised: usize, rows: usize, inner: usize, packed: usize, columns: usize, to: usize): void {
  const blocks = (rows + BLOCK - 1) / BLOCK;
  for (let panel: usize = 0; panel < columns / PANEL; panel++) {
    for (let block: usize = 0; block < blocks; block++) {
      multiply(
        quantised + block * blockSize(inner),
        packed + panel * panelSize(inner),
        inner,
        to + (block * BLOCK * columns + panel * PANEL) * 4,
        columns * 4,
      );
    }
  }
}

// Not unrolled over the inner dimension: V8 schedules that badly.
function multiply(quantised: usize, packed: usize, inner: usize, to: usize, stride: usize): void {
  let a0 = i32x4.splat(0), b0 = a0, c0 = a0, d0 = a0, e0 = a0, f0 = a0;
  let a1 = a0, b1 = a0, c1 = a0, d1 = a0, e1 = a0, f1 = a0;
  let q = quantised;
  const end = packed + PANEL * inner;
  for (let w = packed; w < end; w += PANEL * STEP) {
    const w0 = loadWeights(w, 0);
    const w1 = loadWeights(w, 1);
    const a = v128.load32_splat(q);
    a0 = dot(w0, a, a0);
    a1 = dot(w1, a, a1);
    const b = v128.load32_splat(q, 4);
    b0 = dot(w0, b, b0);
    b1 = dot(w1, b, b1);
    const c = v128.load32_splat(q, 8);
    c0 = dot(w0, c, c0);
    c1 = dot(w1, c, c1);
    const d = v128.load32_splat(q, 12);
    d0 = dot(w0, d, d0);
    d1 = dot(w1, d, d1);
    const e = v128.load32_splat(q, 16);
    e0 = dot(w0, e, e0);
    e1 = dot(w1, e, e1);
    const f = v128.load32_splat(q, 20);
    f0 = dot(w0, f, f0);
    f1 = dot(w1, f, f1);
    q += BLOCK * 4;
  }
  const rowTerms = quantised + BLOCK * inner * 2;
  const columnTerms = packed + PANEL * inner;
  finish(a0, a1, rowTerms, columnTerms, to);
  finish(b0, b1, rowTerms + 8, columnTerms, to + stride);
  finish(c0, c1, rowTerms + 16, columnTerms, to + 2 * stride);
  finish(d0, d1, rowTerms + 24, columnTerms, to + 3 * stride);
  finish(e0, e1, rowTerms + 32, columnTerms, to + 4 * stride);
  finish(f0, f1, rowTerms + 40, columnTerms, to + 5 * stride);
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
