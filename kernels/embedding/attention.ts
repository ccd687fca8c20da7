import { exponential } from './exponential';
import { horizontalMax, horizontalSum } from './lanes';
import { HEAD, HEADS, WIDTH } from './shape';

const ROW: usize = 3 * WIDTH * 4;
const SCALE: f32 = 0.17677669529663687; // 1 / sqrt(HEAD)

/**
 * Softmax attention of all heads. qkv: rows of query, key and value side by side; to: rows of WIDTH.
 * scratch: room for HEAD + 4 rows of floats, a row being the count rounded up to a multiple of 8.
 */
export function attend(qkv: usize, rows: usize, to: usize, scratch: usize): void {
  const padded: usize = (rows + 7) & ~7;
  const scores = scratch + HEAD * padded * 4;
  for (let head: usize = 0; head < HEADS; head++) {
    const query = qkv + head * HEAD * 4;
    transposeKeys(query + WIDTH * 4, rows, padded, scratch);
    for (let row: usize = 0; row < rows; row += 4) {
      score(query + row * ROW, scratch, padded, scores);
      for (let i: usize = 0; i < min<usize>(4, rows - row); i++) {
        const at = scores + i * padded * 4;
        const share = softmax(at, rows, padded);
        mix(at, query + 2 * WIDTH * 4, rows, share, to + (row + i) * WIDTH * 4 + head * HEAD * 4);
      }
    }
  }
}

function transposeKeys(key: usize, rows: usize, padded: usize, to: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    for (let i: usize = 0; i < HEAD; i++) {
      store<f32>(to + (i * padded + row) * 4, load<f32>(key + row * ROW + i * 4) * SCALE);
    }
  }
}

/** The scores of four queries against all keys. */
function score(query: usize, keys: usize, padded: usize, to: usize): void {
  const stride = padded * 4;
  for (let column: usize = 0; column < stride; column += 32) {
    let a0 = f32x4.splat(0), a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
    let key = keys + column;
    for (let i: usize = 0; i < HEAD * 4; i += 4) {
      const k0 = v128.load(key);
      const k1 = v128.load(key, 16);
      const a = v128.load32_splat(query + i);
      const b = v128.load32_splat(query + i, ROW);
      const c = v128.load32_splat(query + i, 2 * ROW);
      const d = v128.load32_splat(query + i, 3 * ROW);
      a0 = f32x4.add(a0, f32x4.mul(a, k0));
      a1 = f32x4.add(a1, f32x4.mul(a, k1));
      b0 = f32x4.add(b0, f32x4.mul(b, k0));
      b1 = f32x4.add(b1, f32x4.mul(b, k1));
      c0 = f32x4.add(c0, f32x4.mul(c, k0));
      c1 = f32x4.add(c1, f32x4.mul(c, k1));
      d0 = f32x4.add(d0, f32x4.mul(d, k0));
      d1 = f32x4.add(d1, f32x4.mul(d, k1));
      key += stride;
    }
    const at = to + column;
    v128.store(at, a0);
    v128.store(at, a1, 16);
    v128.store(at + stride, b0);
    v128.store(at + stride, b1, 16);
    v128.store(at + 2 * stride, c0);
    v128.store(at + 2 * stride, c1, 16);
    v128.store(at + 3 * stride, d0);
    v128.store(at + 3 * stride, d1, 16);
  }
}

/** Turns scores into weights that still have to be multiplied by the number returned. */
function softmax(scores: usize, rows: usize, padded: usize): f32 {
  for (let i = rows; i < padded; i++) store<f32>(scores + i * 4, -1e30);
  let most = f32x4.splat(-1e30);
  for (let i: usize = 0; i < padded * 4; i += 16) most = f32x4.pmax(most, v128.load(scores + i));
  const top = f32x4.splat(horizontalMax(most));
  let sum = f32x4.splat(0);
  for (let i: usize = 0; i < padded * 4; i += 16) {
    const weight = exponential(f32x4.sub(v128.load(scores + i), top));
    v128.store(scores + i, weight);
    sum = f32x4.add(sum, weight);
  }
  return 1 / horizontalSum(sum);
}

/** to = share * the values, weighted */
function mix(weights: usize, value: usize, rows: usize, share: f32, to: usize): void {
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (const end = weights + rows * 4; weights < end; weights += 4) {
    const weight = v128.load32_splat(weights);
    s0 = f32x4.add(s0, f32x4.mul(weight, v128.load(value)));
    s1 = f32x4.add(s1, f32x4.mul(weight, v128.load(value, 16)));
    s2 = f32x4.add(s2, f32x4.mul(weight, v128.load(value, 32)));
    s3 = f32x4.add(s3, f32x4.mul(weight, v128.load(value, 48)));
    s4 = f32x4.add(s4, f32x4.mul(weight, v128.load(value, 64)));
    s5 = f32x4.add(s5, f32x4.mul(weight, v128.load(value, 80)));
    s6 = f32x4.add(s6, f32x4.mul(weight, v128.load(value, 96)));
    s7 = f32x4.add(s7, f32x4.mul(weight, v128.load(value, 112)));
    value += ROW;
  }
  const all = f32x4.splat(share);
  v128.store(to, f32x4.mul(s0, all));
  v128.store(to, f32x4.mul(s1, all), 16);
  v128.store(to, f32x4.mul(s2, all), 32);
  v128.store(to, f32x4.mul(s3, all), 48);
  v128.store(to, f32x4.mul(s4, all), 64);
  v128.store(to, f32x4.mul(s5, all), 80);
  v128.store(to, f32x4.mul(s6, all), 96);
  v128.store(to, f32x4.mul(s7, all), 112);
}
