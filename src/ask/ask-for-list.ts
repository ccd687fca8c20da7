import { z } from 'zod';
import type { JsonSchema, Llm } from '../contracts/llm.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { askTwice, describeIssues, type ModelPrompt } from './ask.ts';
import { type Aliases, fitToSchema, isObject, jsonSchemaOf } from './fit-to-schema.ts';
import { type ParsedJson, readJson } from './lenient-json.ts';

const MAX_REPAIRED = 20;
const MAX_SHOWN_CHARS = 600;
const MAX_EXTRA_ITEMS = 50;

type ExtraSchemas = Readonly<Record<string, z.ZodType>>;

export interface ListQuestion<Item extends z.ZodObject, Extra extends ExtraSchemas> extends ModelPrompt {
  readonly key: string;
  readonly item: Item;
  /** The key that identifies an item, the first one unless given; any object with it counts as an item. */
  readonly idKey?: string | undefined;
  /** Maximum of items, for models with structured output. */
  readonly maxItems?: number;
  /** Further lists, whose invalid items are dropped. */
  readonly extra?: Extra;
  readonly aliases?: Aliases;
  /** The question cannot be split: complete items of a list that is cut off twice are kept. */
  readonly keepsPart?: boolean;
}

type ExtraLists<Extra extends ExtraSchemas> = { readonly [key in keyof Extra]: readonly z.output<Extra[key]>[] };

export interface ListAnswer<Item, Extra extends ExtraSchemas> {
  readonly items: readonly Item[];
  readonly extra: ExtraLists<Extra>;
  /** Items still invalid after the correction. */
  readonly refused: number;
}

interface ParsedList<Item, Extra extends ExtraSchemas> {
  readonly items: readonly Item[];
  readonly extra: ExtraLists<Extra>;
  readonly wrong: readonly WrongItem[];
  /** Why items may be missing; it is then the first in `wrong`. */
  readonly lost: string | undefined;
}

interface WrongItem {
  readonly why: string;
  readonly given: string;
}

/**
 * Asks for a list. Each item is validated alone: valid ones are kept, and invalid ones are sent back once with their errors. Only an
 * unreadable answer repeats the whole question; see `ask`. A list that is cut off twice is `tooLongForModel`, unless the question
 * `keepsPart`: the rest would look complete.
 */
export async function askForList<Item extends z.ZodObject, Extra extends ExtraSchemas = ExtraSchemas>(
  llm: Llm,
  question: ListQuestion<Item, Extra>,
): Promise<ListAnswer<z.output<Item>, Extra>> {
  const { system, user, key, keepsPart = false } = question;
  const shape = envelopeOf(question);
  let calls = 0;
  const askModel = async (text: string): Promise<string> => {
    calls += 1;
    return llm(system, text, { schema: shape });
  };
  let isCutOff = false;
  const read = (answer: string) => {
    const list = readList(answer, question, shape);
    isCutOff = 'wrong' in list && list.isCutOff;
    return list;
  };
  const { items, extra, wrong, lost } = await askTwice(askModel, user, read).catch((error: unknown) => {
    const isUnread = SouvenirError.is(error) && error.code === 'badModelAnswer';
    throw isCutOff && isUnread ? cutOffTwice(reasonOf(error)) : error;
  });
  if (lost !== undefined && calls > 1 && !keepsPart) throw cutOffTwice(lost);
  if (wrong.length === 0 || calls > 1) return { items, extra, refused: wrong.length };

  const sentBack = wrong.slice(0, MAX_REPAIRED).map(({ why, given }) => `- ${why}\n  ${given}`);
  const repair = await askModel(
    [
      `${user}\n\nYou have answered. These of "${key}" are not usable; the others are kept:`,
      ...sentBack,
      `Answer with JSON alone: an object whose "${key}" are these, corrected, and no others. Leave out what cannot be corrected.`,
    ].join('\n'),
  );
  const second = typeof repair === 'string' ? read(repair) : { wrong: 'it is not text' };
  const more = 'value' in second ? second.value : { items: [], extra: undefined, wrong: [], lost: second.wrong };
  const isCutOffTwice = lost !== undefined && more.lost !== undefined;
  if (isCutOffTwice && !keepsPart) throw cutOffTwice(more.lost);

  // Models repeat accepted items with small changes.
  const nameOf = (item: z.output<Item>): unknown => Object(item)[idKeyOf(question)];
  const accepted = new Set(items.map(nameOf));
  const fresh = more.items.filter((item) => !accepted.has(nameOf(item)));
  const corrected = lost === undefined ? fresh.slice(0, wrong.length) : fresh;
  const refused =
    lost === undefined
      ? wrong.length - corrected.length
      : Math.max(more.wrong.length, wrong.length - 1 - corrected.length, Number(isCutOffTwice));
  const both = Object.entries(extra).map(([name, list]) => [name, [...list, ...(more.extra?.[name] ?? [])]]);
  return { items: [...items, ...corrected], extra: Object.fromEntries(both) as ExtraLists<Extra>, refused };
}

const cutOffTwice = (why: string): SouvenirError =>
  new SouvenirError('tooLongForModel', `the model did not come to the end of its answer twice: ${why}`, {
    advice: 'give it less to read at a time, or raise maxTokens',
  });

const idKeyOf = ({ item, idKey }: Pick<ListQuestion<z.ZodObject, ExtraSchemas>, 'item' | 'idKey'>): string =>
  idKey ?? Object.keys(item.shape)[0] ?? '';

function envelopeOf({ key, item, maxItems, extra = {} }: ListQuestion<z.ZodObject, ExtraSchemas>): JsonSchema {
  const items = maxItems === undefined ? z.array(item) : z.array(item).max(maxItems);
  const extraLists = Object.entries(extra).map(([name, each]) => [name, z.array(each).max(MAX_EXTRA_ITEMS)] as const);
  return jsonSchemaOf(z.object({ [key]: items, ...Object.fromEntries(extraLists) }));
}

/** The last list in the answer with a valid item or that is empty; else the last list, to be corrected. */
function readList<Item extends z.ZodObject, Extra extends ExtraSchemas>(
  answer: string,
  { key, item, idKey, extra, aliases }: ListQuestion<Item, Extra>,
  shape: JsonSchema,
): { readonly value: ParsedList<z.output<Item>, Extra> } | { readonly wrong: string; readonly isCutOff: boolean } {
  const reads = readJson(answer);
  const asAsked = (value: object) => fitToSchema(value, shape, aliases) as Readonly<Record<string, unknown>>;
  const ownKey = idKeyOf({ item, idKey });
  const isItem = (value: unknown): boolean =>
    isObject(value) && ownKey in Object((asAsked({ [key]: [value] })[key] as unknown[])[0]);

  /** Small models omit the outer brackets or add others. */
  function envelopeIn(value: unknown, isInner = false): object | undefined {
    if (Array.isArray(value)) {
      const inner = value.length === 1 ? envelopeIn(value[0], true) : undefined;
      // Empty brackets also occur in prose.
      const isList = value.length === 0 ? !isInner && reads.length === 1 : value.some(isItem);
      return inner ?? (isList ? { [key]: value } : undefined);
    }
    if (!isObject(value)) return undefined;
    if (Array.isArray(asAsked(value)[key])) return value;
    const members = Object.values(value);
    return members.length === 1 ? envelopeIn(members[0], true) : undefined;
  }

  function check(envelope: object, { lost, open }: Omit<ParsedJson, 'value'>): ParsedList<z.output<Item>, Extra> {
    const fitted = asAsked(envelope);
    const list = fitted[key] as unknown[];
    const items: z.output<Item>[] = [];
    const wrong: WrongItem[] = [];
    for (const [at, each] of list.entries()) {
      const { success, data, error } = item.safeParse(each);
      if (success) items.push(data);
      else wrong.push({ why: describeIssues(error, each, `${key}[${at}]`), given: excerptOf(each) });
    }
    const isCutOff = Object.entries(envelope).some(
      ([name, value]) => open?.has(value) && key in asAsked({ [name]: value }),
    );
    const fresh = isCutOff && wrong.length === 0 ? withoutRefrain(items) : items;
    const isPart = isCutOff && fresh.length === items.length;
    if (isPart)
      wrong.unshift({ why: `${key}[${list.length}]: ${lost}: give it whole, and those that follow`, given: '' });
    const extraLists = Object.entries(extra ?? {}).map(([name, each]) => {
      const given = fitted[name];
      return [name, Array.isArray(given) ? goodOf(each, given.slice(0, MAX_EXTRA_ITEMS)) : []];
    });
    return {
      items: fresh,
      extra: Object.fromEntries(extraLists) as ExtraLists<Extra>,
      wrong,
      lost: isPart ? lost : undefined,
    };
  }

  const lists = reads.flatMap((read) => {
    const envelope = envelopeIn(read.value);
    return envelope === undefined ? [] : [check(envelope, read)];
  });
  const alone = reads.filter(({ value, lost }) => lost === undefined && isItem(value)).reverse();
  if (lists.length === 0 && alone.length > 0) lists.push(check({ [key]: alone.map(({ value }) => value) }, {}));

  const read = lists.find(({ items, wrong }) => items.length > 0 || wrong.length === 0) ?? lists[0];
  const isBeginning = read?.lost !== undefined && read.items.length === 0 && read.wrong.length === 1;
  if (read !== undefined && !isBeginning) return { value: read };
  const brokenOff = reads.find(({ lost }) => lost !== undefined)?.lost;
  const wrong = brokenOff ?? (reads.length === 0 ? 'it holds no JSON' : `${key}: there is no such list in it`);
  return { wrong, isCutOff: brokenOff !== undefined };
}

function goodOf<Item extends z.ZodType>(schema: Item, list: readonly unknown[]): z.output<Item>[] {
  return list.flatMap((each): z.output<Item>[] => {
    const { success, data } = schema.safeParse(each);
    return success ? [data] : [];
  });
}

/** Repetitions in a row after which a small model repeats until it is cut off. */
const REFRAIN = 3;

function withoutRefrain<Item>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>();
  const fresh = items.map((item) => {
    const serialised = JSON.stringify(item);
    const isFresh = !seen.has(serialised);
    seen.add(serialised);
    return isFresh;
  });
  const repeated = items.length - 1 - fresh.lastIndexOf(true);
  return repeated < REFRAIN ? items : items.filter((_, at) => fresh[at]);
}

const excerptOf = (item: unknown): string => (JSON.stringify(item) ?? '').slice(0, MAX_SHOWN_CHARS);
