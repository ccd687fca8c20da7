import { FENCED, type FencedSection } from '../model/memory-block.ts';
import { type SectionItem, type Sections, sectionText } from './sections.ts';

/** Sections that stay the same from turn to turn; they come first, so that they can be cached. */
export const STABLE: readonly FencedSection[] = ['instructions', 'persona', 'directives', 'profile'];
/** Sections that change with each turn, in the order in which they are cut. */
export const VOLATILE: readonly FencedSection[] = ['documents', 'recent', 'memories', 'procedures'];

export interface Prompt {
  readonly core: string;
  readonly today?: Date | undefined;
  readonly sections: Sections;
  readonly message: string;
}

/** A message as chat models take it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

const paragraphs = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

const textsOf = ({ sections }: Prompt, names: readonly FencedSection[]): string[] =>
  names.map((name) => sectionText(name, sections[name]));

const LAST_STABLE = FENCED.indexOf('profile') + 1;

export const stableTextOf = (prompt: Prompt): string =>
  paragraphs([prompt.core, ...textsOf(prompt, FENCED.slice(0, LAST_STABLE))]);

const textUpTo = (prompt: Prompt, last: FencedSection): string => {
  const volatile = textsOf(prompt, FENCED.slice(LAST_STABLE, FENCED.indexOf(last) + 1));
  const { today } = prompt;
  const isDated = today !== undefined && Object.values(prompt.sections).some((items) => items.length > 0);
  return paragraphs([stableTextOf(prompt), isDated ? todayText(today) : '', ...volatile]);
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const todayText = (today: Date): string =>
  `Today is ${WEEKDAYS[today.getUTCDay()]}, ${today.toISOString().slice(0, 10)}.`;

export const messageText = (message: string): string => `Message:\n${message}`;

export const textOf = (prompt: Prompt): string => paragraphs([textUpTo(prompt, 'recent'), messageText(prompt.message)]);

/** Recent turns of user and assistant are messages; others stay fenced, and so does a reply whose message was cut: a chat begins with its user. */
export function messagesOf(prompt: Prompt): ChatMessage[] {
  const system = textUpTo(prompt, 'documents');
  const { recent } = prompt.sections;
  const isAnswered = (at: number): boolean =>
    recent.slice(0, at).some(({ chatMessage }) => chatMessage?.role === 'user');
  return [
    ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
    ...recent.map((item, at) =>
      item.chatMessage !== undefined && (item.chatMessage.role === 'user' || isAnswered(at))
        ? item.chatMessage
        : fencedTurn(item),
    ),
    { role: 'user', content: prompt.message },
  ];
}

const fencedTurn = (item: SectionItem): ChatMessage => ({ role: 'user', content: sectionText('recent', [item]) });
