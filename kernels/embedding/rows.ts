import { WIDTH } from './shape';
import { horizontalSum } from './lanes';

/** x = normalise(x + added), row by row */
export function addAndNormalise(x: usize, added: usize, rows: usize, weight: usize, bias: usize, epsilon: f32): void {
  for (let row: usize = 0; row < rows; row++) {
    const at = x + row * WIDTH * 4;
    const other = added + row * WIDTH * 4;
    let sum = f32x4.splat(0);
    for (let i: usize = 0; i < WIDTH * 4; i += 16) {
      const value = f32x4.add(v128.load(at + i), v128.load(other + i));
      v128.store(at + i, value);
      sum = f32x4.add(sum, value);
    }
    const mean = f32x4.splat(horizontalSum(sum) / <f32>WIDTH);
    let squares = f32x4.splat(0);
    for (let i: usize = 0; i < WIDTH * 4; i += 16) {
      const centred = f32x4.sub(v128.load(at + i), mean);
      squares = f32x4.add(squares, f32x4.mul(centred, centred));
    }
    const scale = f32x4.splat(1 / sqrt<f32>(horizontalSum(squares) / <f32>WIDTH + epsilon));
    for (let i: usize = 0; i < WIDTH * 4; i += 16) {
      const unit = f32x4.mul(f32x4.sub(v128.load(at + i), mean), scale);
      v128.store(at + i, f32x4.add(f32x4.mul(unit, v128.load(weight + i)), v128.load(bias + i)));
    }
  }
}

/** to = the mean of the rows, scaled to unit length */
export function average(x: usize, rows: usize, to: usize): void {
  let squares = f32x4.splat(0);
  for (let i: usize = 0; i < WIDTH * 4; i += 16) {
    let sum = f32x4.splat(0);
    for (let row: usize = 0; row < rows; row++) sum = f32x4.add(sum, v128.load(x + row * WIDTH * 4 + i));
    v128.store(to + i, sum);
    squares = f32x4.add(squares, f32x4.mul(sum, sum));
  }
  const scale = f32x4.splat(1 / sqrt<f32>(horizontalSum(squares)));
  for (let i: usize = 0; i < WIDTH * 4; i += 16) v128.store(to + i, f32x4.mul(v128.load(to + i), scale));
}
