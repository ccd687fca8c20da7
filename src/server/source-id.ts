import { z } from 'zod';
import { isFields } from '../operations/formats/format.ts';

/** Adds a `sourceId` to an input that accepts one and has none; of several turns each gets its own. */
export function withSourceId(schema: z.ZodObject, input: unknown, sourceId: string): unknown {
  if (!isFields(input)) return input;
  const { shape } = schema;
  if ('sourceId' in shape) return { sourceId, ...input };
  const { turns } = input;
  if (!Array.isArray(turns) || !(shape['turns'] instanceof z.ZodArray)) return input;
  const { element } = shape['turns'];
  if (!(element instanceof z.ZodObject)) return input;
  return { ...input, turns: turns.map((turn, at) => withSourceId(element, turn, `${sourceId}/${at}`)) };
}
