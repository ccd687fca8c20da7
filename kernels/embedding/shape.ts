export const WIDTH: usize = 384;
export const HEADS: usize = 12;
export const HEAD: usize = 32;
/** Activation rows that one pass over a panel of weights serves. Buffers hold a multiple of it. */
export const BLOCK: usize = 4;
/** Output columns in a panel of packed weights. */
export const PANEL: usize = 8;
