import { z } from 'zod';

/** Where an input takes a `sourceId` and has none, this one; for several turns, each its own. */
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

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
