import { describe, expect, it } from 'vitest';
import { FENCED, fenceOf, MEMORY_BLOCK_CLOSE, withoutMemoryBlocks } from './memory-block.ts';

describe('the fences of a prompt', () => {
  it('are recognised in any section', () => {
    for (const name of FENCED) {
      const { open, close } = fenceOf(name);
      expect(withoutMemoryBlocks(`Before ${open}\n- [x] old\n${close} after`)).toBe('Before   after');
      expect(withoutMemoryBlocks(`Before ${open}\n- [x] cut short`)).toBe('Before  ');
    }
  });

  it('end with their section', () => {
    const { open, close } = fenceOf('documents');
    expect(withoutMemoryBlocks(`${open} a ${MEMORY_BLOCK_CLOSE} b ${close} c`)).toBe('  c');
  });
});
