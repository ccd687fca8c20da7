import type { LocomoChat } from '../read/read-locomo.ts';

/** The answerable questions of the chat before each, as they are and about its own speakers: none has an answer there. */
export function foreignQuestions(chats: readonly LocomoChat[]): { plain: string[]; renamed: string[] }[] {
  return chats.map(({ speakers }, at) => {
    const other = chats.at(at - 1) as LocomoChat;
    const plain = other.questions.filter(({ unanswerable }) => unanswerable === undefined).map(({ text }) => text);
    return { plain, renamed: plain.map(rename(other.speakers, speakers)) };
  });
}

function rename(from: readonly string[], to: readonly string[]): (text: string) => string {
  const names = new RegExp(`\\b(${from.join('|')})\\b`, 'g');
  return (text) => text.replace(names, (name) => to[from.indexOf(name)] ?? name);
}
