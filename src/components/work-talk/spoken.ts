import { expandContractions } from '../../languages/english/assertions/contractions.ts';
import { render } from '../../languages/english/assertions/render.ts';
import { rewrite } from '../../languages/english/assertions/rewrite.ts';
import { spokenSentences } from '../../languages/english/assertions/spoken-sentences.ts';
import { tokensOf } from '../../languages/english/assertions/tokens.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { LONGEST_TURN, withoutCodeMarks } from './pasted.ts';

/** A sentence of a turn, ready for rules. */
export interface Spoken {
  /** As it was said. */
  readonly original: string;
  /** Short forms written out, relative dates absolute, without the words that only open it and the mark that ends it. */
  readonly text: string;
  readonly isQuestion: boolean;
}

type Said = Pick<StoredEpisode, 'content' | 'role' | 'speaker' | 'occurredAt'>;

const MOST_WORDS = 25;
const CODE_LINE = /[;{}]\s*$|=>|\w\s*[!=]?==?\s*["'\w[{(]+$|^\s*(?:import|from|def|class|return|const|var)\s.*["'(:=]/;
const OPENING =
  /^(?:(?:ok|okay|so|now|please|also|and|but|then|actually|hey|hi|yes|yeah)\b[,:;–—-]?\s+|(?:alright|fine|right|great|good|nice|perfect|cool|thanks|thank you|next|first|finally|well|sure|sorry|wait|no|oh)\s*[,:;–—-]\s*)+/i;
const END = /[\s.!?…,;:]+$|,?\s+(?:please|then|thanks)[.!?]*$/i;
const CLAUSE_END = /,? (?:because|since|so that|which|while|although|but|and then)\b|[;:–—(]|, /g;
/** A heading of advice: "Cache: Use a short one". */
const LABELLED = /^(?![Dd]one|[Ff]ixed)[^.:]{1,60}:\s+\p{Lu}/u;
/** Where a statement goes over into a question. */
const THEN_ASKED =
  /, (?:so |and |but )?(?=(?:how|what|which|why|where|when|can|could|should|would|do|does|is|are|will) (?:you|i|we|do|can|should|would|is|are|the|this|it|there)\b)/i;
const LET_US = /\blet['’]?s\b/gi;
const UNNAMED = { speaker: '', listener: '' };

/** What a turn says in sentences of its own; nothing of code, quotes and lists of data. */
export function spokenOf({ content, role, occurredAt }: Said): Spoken[] {
  const sentences = spokenSentences(withoutCodeMarks(content.slice(0, LONGEST_TURN)).replace(LET_US, 'let us'));
  const isAdvice = (text: string, isListed: boolean) => role === 'assistant' && (isListed || LABELLED.test(text));
  const parts = sentences.flatMap(({ text, isQuestion, isListed }) => {
    if (CODE_LINE.test(text) || isAdvice(text, isListed)) return [];
    const [statement = text, question] = text.split(THEN_ASKED);
    if (question === undefined) return [{ original: text, isQuestion }];
    return [
      { original: statement, isQuestion: false },
      { original: text.slice(statement.length + 2), isQuestion: true },
    ];
  });
  return parts.map(({ original, isQuestion }) => {
    const full = render([{ tokens: expandContractions(tokensOf(original, occurredAt)) }], UNNAMED);
    const text = full.replace(END, '').replace(END, '').replace(OPENING, '');
    return { original, text, isQuestion };
  });
}

/** A statement told by somebody else: names for "I" and "you", in few words. */
export function retell(statement: string, { role, speaker, occurredAt }: Said, we?: string): string {
  const user = role === 'user' && speaker !== undefined ? speaker : 'the user';
  const isGroup = we !== undefined && /\b(?:we|our|us)\b/i.test(statement);
  const own = role === 'assistant' ? 'the agent' : user;
  const names = { speaker: isGroup ? we : own, listener: role === 'assistant' ? 'the user' : 'the agent' };
  return inFewWords(render([{ tokens: rewrite(tokensOf(statement, occurredAt)) }], names));
}

/** Cut where a clause ends, if it ends in time. */
export function inFewWords(text: string): string {
  const words = text.split(/\s+/);
  if (words.length <= MOST_WORDS) return text;
  const head = words.slice(0, MOST_WORDS).join(' ');
  const ends = [...head.matchAll(CLAUSE_END)].map(({ index }) => index).filter((at) => at > head.length / 3);
  return ends.length > 0 ? `${head.slice(0, ends.at(-1))}.` : `${head.replace(/[.,;:]+$/, '')}…`;
}
