export { attend } from './attention';
export { gelu } from './gelu';
export { linear, pack, packedSize, quantise, quantisedSize } from './linear';
export { addAndNormalise, average } from './rows';

/** First byte free for the host to lay out weights and buffers. */
export const heapBase: usize = __heap_base;
