import type { Utterance } from './assertion.ts';

/** What the two of a chat are called in the third person. */
export interface Names {
  readonly speaker: string;
  readonly listener: string;
}

const ASSISTANT = 'the assistant';
const USER = 'the user';
/** "Hey Ana!" tells who is spoken to before they have said anything. */
const GREETED =
  /^\s{0,9}(?:hey|hi|hello|hiya|yo|good (?:morning|afternoon|evening)|thanks|wow),? (\p{Lu}\p{L}{1,20})\b(?! \p{Lu})/iu;

export function namesFor({ content, role, speaker }: Utterance, before: readonly Utterance[]): Names {
  const other = before.findLast((turn) => turn.role !== role || turn.speaker !== speaker);
  if (role === 'assistant') return { speaker: speaker ?? ASSISTANT, listener: other?.speaker ?? USER };
  const isAlone = other === undefined && speaker !== undefined;
  const unnamed = isAlone ? (greeted(content) ?? 'the other') : ASSISTANT;
  return { speaker: speaker ?? USER, listener: other?.speaker ?? unnamed };
}

function greeted(content: string): string | undefined {
  const name = GREETED.exec(content.slice(0, 60))?.[1];
  return name !== undefined && /^\p{Lu}/u.test(name) ? name : undefined;
}

export const isAssistant = (name: string): boolean => name === ASSISTANT;
