import { reasonOf } from '../../errors.ts';
import type { Owner } from '../../model/scope.ts';
import { type BadLine, refuseBadLines } from './bad-lines.ts';
import { readMoment } from './moment.ts';
import { roleOf } from './role.ts';
import { type Turn, turnSchema } from './turn.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What an export holds beside episodes: made from them, and made again from them. */
const DERIVED = new Set<unknown>(['memory', 'link']);

/** One JSON object a line, each a turn of this owner. */
export function readJsonl(text: string, owner: Owner): Turn[] {
  const turns: Turn[] = [];
  const bad: BadLine[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const { kind, ...fields } = objectIn(line);
      if (!DERIVED.has(kind)) turns.push(ownedBy(owner, turnOf(fields)));
    } catch (error) {
      bad.push({ line: at + 1, reason: reasonOf(error) });
    }
  }
  refuseBadLines(bad, 'each line must be one JSON object with at least "content"');
  return turns;
}

function objectIn(line: string): Fields {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is not a JSON object');
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function turnOf({ text, name, timestamp, date, session, id, turnId = id, ...fields }: Fields): Turn {
  const { content = text, speaker = name, occurredAt = timestamp ?? date, sessionId = session } = fields;
  const { role, metadata = {} } = fields;
  const known = roleOf(String(role ?? speaker));
  const speakerIsRole = role === undefined && known !== undefined;
  const result = turnSchema.safeParse({
    ...fields,
    content,
    role: known ?? role,
    speaker: speakerIsRole ? undefined : speaker,
    occurredAt: momentIn(occurredAt),
    sessionId: typeof sessionId === 'number' ? String(sessionId) : sessionId,
    metadata: typeof metadata === 'object' && turnId !== undefined ? { turnId: String(turnId), ...metadata } : metadata,
  });
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
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
