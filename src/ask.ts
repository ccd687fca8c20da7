import type { z } from 'zod';
import type { Llm } from './contracts/llm.ts';
import { SouvenirError } from './errors.ts';

/** What of a wrong answer is shown to the model again. */
const MOST_SHOWN = 2000;

export interface Question<Schema extends z.ZodType> {
  readonly system: string;
  readonly user: string;
  readonly schema: Schema;
}

/** A model's answer as JSON of this shape. A wrong one is sent back once with what is wrong; a second is a `badModelAnswer`. */
export async function ask<Schema extends z.ZodType>(
  llm: Llm,
  { system, user, schema }: Question<Schema>,
): Promise<z.output<Schema>> {
  const answer = await llm(system, user);
  const read = readAnswer(answer, schema);
  if ('value' in read) return read.value;
  const shown = String(answer).slice(0, MOST_SHOWN);
  const repair = `${user}\n\nYour last answer was:\n${shown}\n\nIt is not usable: ${read.wrong}. Answer again, with the JSON alone.`;
  const second = readAnswer(await llm(system, repair), schema);
  if ('value' in second) return second.value;
  throw new SouvenirError('badModelAnswer', `the model gave no usable answer twice: ${second.wrong}`, {
    advice: 'the session is tried again in the next consolidation; a larger model may do better',
  });
}

function readAnswer<Schema extends z.ZodType>(
  answer: unknown,
  schema: Schema,
): { readonly value: z.output<Schema> } | { readonly wrong: string } {
  if (typeof answer !== 'string') return { wrong: 'it is no text' };
  let wrong = 'it holds no JSON';
  for (const json of bracketedIn(answer)) {
    const parsed = parseJson(json);
    const result = parsed === undefined ? undefined : schema.safeParse(parsed.value);
    if (result?.success) return { value: result.data };
    const issue = result?.error.issues[0];
    wrong = issue === undefined ? 'the JSON is malformed' : `${issue.path.join('.') || 'answer'}: ${issue.message}`;
  }
  return { wrong };
}

function parseJson(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

/** Whatever stands in brackets, in a code fence or in the midst of prose: each outermost pair, and what is left open at the end. */
function* bracketedIn(answer: string): Generator<string> {
  let [from, depth, isText] = [0, 0, false];
  for (let at = 0; at < answer.length; at++) {
    const character = answer[at];
    if (isText) {
      if (character === '\\') at += 1;
      else isText = character !== '"';
    } else if (character === '"') isText = depth > 0;
    else if (character === '{' || character === '[') {
      if (depth === 0) from = at;
      depth += 1;
    } else if ((character === '}' || character === ']') && depth > 0) {
      depth -= 1;
      if (depth === 0) yield answer.slice(from, at + 1);
    }
  }
  if (depth > 0) yield answer.slice(from);
}
