import { z } from 'zod';
import { breathe } from '../breathe.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { DEFAULT_SESSION, type Owner, ownerOf, type Scope } from '../model/scope.ts';
import { readMoment } from './moment.ts';
import { readTranscript } from './transcript.ts';
import { type BadPlace, readTurn, refuseBad, roleOf, type Turn } from './turn-fields.ts';

export const turnFormatSchema = z.enum(['jsonl', 'json', 'transcript']);
export type TurnFormat = z.infer<typeof turnFormatSchema>;

/** The turns of a conversation kept as text. All of it is read, or it is refused with the line at fault. */
export async function readTurns(
  source: string,
  given: TurnFormat | undefined,
  scope: Scope,
): Promise<{ format: TurnFormat; turns: Turn[] }> {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const format = given ?? formatOf(text);
  const turns = await {
    jsonl: () =>
      readObjects(linesOf(text), 'each line must be one JSON object with at least "content"', ownerOf(scope)),
    json: () => readObjects(itemsOf(text), 'each item must be an object with at least "content"', ownerOf(scope)),
    transcript: () => readTranscript(text, scope.sessionId ?? DEFAULT_SESSION),
  }[format]();
  if (turns.length === 0)
    throw new SouvenirError('invalidInput', 'no turn was found in the text', {
      advice: 'give one JSON object a line, a JSON array of them, or "Name: text" lines',
    });
  return { format, turns };
}

/** A bracket alone does not make an array: a transcript may begin with a time in brackets. */
function formatOf(text: string): TurnFormat {
  if (/^\s*\{/.test(text)) return 'jsonl';
  return /^\s*\[\s*[{\]]/.test(text) ? 'json' : 'transcript';
}

/** A turn in JSON, and where it stands. */
interface Written {
  readonly place: string;
  read(): unknown;
}

const linesOf = (text: string): Written[] =>
  text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [{ place: `line ${at + 1}`, read: () => JSON.parse(line) }]));

function itemsOf(text: string): Written[] {
  try {
    const items: unknown = JSON.parse(text);
    if (!Array.isArray(items)) throw new Error('it is not an array');
    return items.map((item, at) => ({ place: `item ${at + 1}`, read: () => item }));
  } catch (cause) {
    throw new SouvenirError('invalidInput', `the JSON cannot be read: ${reasonOf(cause)}`, {
      advice: 'nothing was imported; give one array of objects, or one object a line',
      cause,
    });
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** JSON objects, each a turn of this owner. */
async function readObjects(written: readonly Written[], advice: string, owner: Owner): Promise<Turn[]> {
  const turns: Turn[] = [];
  const bad: BadPlace[] = [];
  for (const { place, read } of written) {
    await breathe();
    try {
      const { kind = 'episode', ...fields } = fieldsOf(read());
      // The rest of an export was made from its episodes, and is made from them again.
      if (kind === 'episode') turns.push(ownedBy(owner, turnOf(fields)));
    } catch (error) {
      bad.push({ place, reason: reasonOf(error) });
    }
  }
  refuseBad(bad, advice);
  return turns;
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is not a JSON object');
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function turnOf({ text, name, timestamp, date, session, id, turnId = id, ...fields }: Fields): Turn {
  const { content = text, speaker = name, occurredAt = timestamp ?? date, sessionId = session } = fields;
  const { role, metadata = {} } = fields;
  const known = roleOf(String(role ?? speaker));
  const speakerIsRole = role === undefined && known !== undefined;
  return readTurn({
    ...fields,
    content,
    role: known ?? role,
    speaker: speakerIsRole ? undefined : speaker,
    occurredAt: momentIn(occurredAt),
    sessionId: typeof sessionId === 'number' ? String(sessionId) : sessionId,
    metadata: typeof metadata === 'object' && turnId !== undefined ? { turnId: String(turnId), ...metadata } : metadata,
  });
}

function momentIn(value: unknown): Date | undefined {
  const moment = readMoment(value);
  if (value !== undefined && moment === undefined)
    throw new Error(`occurredAt: ${JSON.stringify(value)} is not a date`);
  return moment;
}

/** A line may name its project and session, but not somebody else's memory. */
function ownedBy(owner: Owner, turn: Turn): Turn {
  for (const [field, mine] of Object.entries(owner)) {
    const theirs = turn[field as keyof Owner] ?? mine;
    if (theirs !== mine)
      throw new Error(`${field}: is ${JSON.stringify(theirs)}, but this import is for ${JSON.stringify(mine)}`);
  }
  return turn;
}
