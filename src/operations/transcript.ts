import { reasonOf } from '../errors.ts';
import { DEFAULT_SESSION, type Scope } from '../model/scope.ts';
import { isYieldDue, yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { ImportEntry } from './formats/format.ts';
import type { TextPiece } from './formats/pieces.ts';
import { withSource } from './formats/turns.ts';
import { readMoment } from './moment.ts';
import { type ImportIssue, readTurn, roleOf, type Turn } from './turn-fields.ts';

const DATE = String.raw`\d{4}[-/]\d{1,2}[-/]\d{1,2}`;
const STAMP = String.raw`${DATE}(?:[ T,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[APap][Mm])?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?`;
const WORD = String.raw`[\p{L}\p{N}._'’@-]*`;
/** Up to four words; each after the first starts with a capital or a digit, so that "here it is:" is no name. */
const NAME = String.raw`[\p{L}@]${WORD}(?: [\p{Lu}\p{N}]${WORD}){0,3}`;
const TURN = new RegExp(`^(?:(?:\\[(${STAMP})\\]|(${STAMP}))\\s*(?:[-–] )?)?(${NAME}):(?:\\s+(.*))?$`, 'u');
const DIVIDER = /^([-=*])\1{2,}\s*[^-=*\s].*\1{3}$/;
const MAX_HEADER_LENGTH = 120;
const FENCE = /^\s*```/;

interface Draft {
  readonly place: string;
  readonly name: string;
  readonly at: Date | undefined;
  readonly badStamp: string | undefined;
  readonly text: string[];
  readonly afterBlank: boolean;
  readonly afterHeader: boolean;
}

/** Reads `Name: text` lines, with or without times. A divider, a date or a blank line begins a session. */
export async function* readTranscript(lines: AsyncIterable<TextPiece>, scope: Scope): AsyncGenerator<ImportEntry> {
  const { drafts, bad } = await draftsIn(lines);
  for (const each of bad) yield { kind: 'bad', ...each };
  const sessions = numberSessions(drafts);
  const several = (sessions.at(-1) ?? 1) > 1;
  const { sessionId = DEFAULT_SESSION } = scope;
  const sourced = withSource(scope);
  for (const [index, draft] of drafts.entries()) {
    await yieldToEventLoop();
    try {
      const turn = turnOf(draft, several ? `${sessionId}-${sessions[index]}` : sessionId);
      yield { kind: 'turn', turn: sourced(turn, index) };
    } catch (error) {
      yield { kind: 'bad', place: draft.place, reason: reasonOf(error) };
    }
  }
}

function turnOf({ name, at, badStamp, text }: Draft, sessionId: string): Turn {
  if (badStamp !== undefined) throw new Error(`${badStamp} is not a date`);
  if (text.join('').trim() === '') throw new Error('says nothing');
  const role = roleOf(name);
  return readTurn({
    content: text.join('\n').trim(),
    ...(role === undefined ? { speaker: name } : { role }),
    ...(at !== undefined && { occurredAt: at }),
    sessionId,
  });
}

async function draftsIn(lines: AsyncIterable<TextPiece>): Promise<{ drafts: Draft[]; bad: ImportIssue[] }> {
  const drafts: Draft[] = [];
  const bad: ImportIssue[] = [];
  let blanks = 0;
  let afterHeader = false;
  let fenced = false;
  let at: Date | undefined;
  let stampedOnly = false;
  for await (const { text: line, place } of lines) {
    if (isYieldDue()) await yieldToEventLoop();
    if (line.trim() === '') {
      blanks++;
      continue;
    }
    const [, bracketed, bare, name, turnText = ''] = (fenced ? null : TURN.exec(line)) ?? [];
    const stamp = bracketed ?? bare;
    if (!fenced && isHeader(line)) {
      afterHeader = true;
      at = dateIn(line) ?? at;
    } else if (name !== undefined && (stamp !== undefined || !stampedOnly)) {
      // If the first turn has a timestamp, lines without one continue the turn before them.
      if (drafts.length === 0) stampedOnly = stamp !== undefined;
      at = readMoment(stamp) ?? at;
      const badStamp = readMoment(stamp) === undefined ? stamp : undefined;
      drafts.push({ place, name, at, badStamp, text: [turnText], afterBlank: blanks > 0, afterHeader });
      blanks = 0;
      afterHeader = false;
    } else {
      const turn = drafts.at(-1);
      if (turn === undefined) bad.push({ place, reason: 'comes before the first "Name: text" line' });
      else turn.text.push(`${'\n'.repeat(blanks)}${line}`);
      blanks = 0;
    }
    if (FENCE.test(line) || FENCE.test(turnText)) fenced = !fenced;
  }
  return { drafts, bad };
}

const bare = (line: string): string => line.replace(/^[-=*#[\s]+/, '').replace(/(?<![-=*#\]\s])[-=*#\]\s]+$/, '');
const isHeader = (line: string): boolean =>
  line.length <= MAX_HEADER_LENGTH && (DIVIDER.test(line.trim()) || readMoment(bare(line)) !== undefined);
const dateIn = (line: string): Date | undefined => readMoment(bare(line)) ?? readMoment(line.match(STAMP)?.[0]);

/** The session number of each turn. Blank lines separate sessions only if most turns follow without one. */
function numberSessions(drafts: readonly Draft[]): number[] {
  const later = drafts.slice(1);
  const headers = drafts.some(({ afterHeader }) => afterHeader);
  const blanks = later.filter(({ afterBlank }) => afterBlank).length < later.length / 2;
  let session = 1;
  return drafts.map(({ afterHeader, afterBlank }, index) => {
    if (index > 0 && (headers ? afterHeader : blanks && afterBlank)) session++;
    return session;
  });
}
