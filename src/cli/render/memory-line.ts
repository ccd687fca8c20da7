import type { Memory } from '../../model/memory.ts';
import { oneLine } from './phrases.ts';
import { dim } from './style.ts';

/** A memory where the rest of the line says what is the matter with it. */
export const memoryLine = ({ id, content }: Memory): string => `${dim(id)}  ${oneLine(content)}`;
