import { reasonOf } from '../../errors.ts';
import type { Owner } from '../../model/scope.ts';
import { type BadLine, refuseBadLines } from './bad-lines.ts';
import { readMoment } from './moment.ts';
import { roleOf } from './role.ts';
import { readTurn, type Turn } from './turn.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One JSON object a line, each a turn of this owner. */
export function readJsonl(text: string, owner: Owner): Turn[] {
  const turns: Turn[] = [];
  const bad: BadLine[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const { kind = 'episode', ...fields } = objectIn(line);
      // What else an export holds was made from its episodes, and is made from them again.
      if (kind === 'episode') turns.push(ownedBy(owner, turnOf(fields)));
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
