import { wordList } from '../../text/word-list.ts';

const NAME = "(?<name>\\p{Lu}[\\p{L}\\p{N}'’-]{0,40})";
const NO_NAMES = wordList('The A An This It He She They You Your My There Here AI I Who What');
const PATTERNS = [
  `\\b(?:[Yy]our|[Mm]y|[Ii]ts) name is ${NAME}`,
  `\\b(?:called|named) ${NAME}`,
  `\\b[Yy]ou are ${NAME}`,
  `\\bI(?: am|['’]m) ${NAME}`,
  `^\\s*${NAME} is\\b`,
].map((pattern) => new RegExp(pattern, 'u'));

/** What an identity calls its agent: "You are Nova, …", "Nova is …". */
export function agentName(identity: string): string | undefined {
  const names = PATTERNS.map((pattern) => pattern.exec(identity)?.groups?.['name']);
  return names.find((name) => name !== undefined && !NO_NAMES.has(name));
}
