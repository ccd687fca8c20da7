import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import type { WordPiece } from '../reader/word-piece.ts';
import { fold, MAX_READ_CHARS, type TextVariant, variantsOf } from './text-variants.ts';

interface RuleSign {
  readonly find: RegExp;
  readonly reason: string;
  readonly unless?: (around: Around) => boolean;
}

export const textRule = (name: string, signs: readonly RuleSign[], variantsFor = variantsOf): Guardrail => ({
  name,
  check(text) {
    const violations: Violation[] = [];
    for (const { text: read, starts, ends } of variantsFor(text))
      for (const { find, reason, unless } of signs)
        for (const match of read.matchAll(find)) {
          if (unless?.(aroundOf(read, match.index, match[0]))) continue;
          const [first, last] = [match.index, match.index + match[0].length - 1];
          const start = Math.min(starts[first] ?? 0, starts[last] ?? 0);
          const end = Math.max(ends[first] ?? 0, ends[last] ?? 0);
          if (!violations.some((other) => start < other.end && other.start < end))
            violations.push({ rule: name, reason, start, end });
        }
    return violations.sort((a, b) => a.start - b.start);
  },
});

export interface Around {
  readonly matchedText: string;
  readonly before: string;
  readonly after: string;
}

const SENTENCE_END = /[.!?](?=["')\]]*(?:\s|$))|\n\s*\n|\n(?=\s*(?:[-*>#]|\d+[.)]))/g;

function aroundOf(text: string, start: number, matchedText: string): Around {
  const end = start + matchedText.length;
  let [from, to] = [0, text.length];
  for (const match of text.matchAll(SENTENCE_END)) {
    const after = match.index + match[0].length;
    if (after <= start) from = after;
    else if (match.index >= end) {
      to = match.index;
      break;
    }
  }
  return { matchedText, before: text.slice(from, start), after: text.slice(end, to) };
}

const ROLE = 'system|assistant|developer|user|human|ai|tool|function|instructions?|prompt';

/** Marks that imitate the frame of a prompt: role headers, tags, section ends, the fence of memories. */
export const delimiterRule = textRule('delimiters', [
  {
    find: /(?:^|\n)[^a-z\n]{0,10}end of (?:the )?(?:instructions|prompt|rules|prompts)\b|(?:^|[.!?\n])[ \t]*new (?:system )?(?:instructions?|rules|prompt|policy)[ \t]*:/g,
    reason: 'imitates the end or beginning of a part of the prompt',
  },
  {
    find: /<\s*(?:\/\s*)?souvenir-[a-z][^>\n]{0,80}>|\[\/?souvenir-[a-z]+\]/g,
    reason: 'imitates the fence around recalled text',
  },
  {
    find: /<\|[^|\n>]{1,40}\|>|<\/?s>|<<\/?\s*sys\s*>>|\[\/?\s*(?:inst|sys|system|assistant|developer|system (?:message|prompt|override|note)|admin|end of (?:prompt|instructions?))\s*\]|<(?:start|end)_of_turn>|\u{ff5c}/gu,
    reason: 'imitates the marks of a prompt',
  },
  {
    find: new RegExp(
      `<\\s*(?:/\\s*)?(?:${ROLE}|core|core[-_]?prompt|custom[-_]?instructions?|system[-_](?:prompt|message|instructions?|reminder)|safety|policy|policies|rules|persona|identity|profile|message|turn|thinking|admin|override|root|(?:tool|function)[-_](?:results?|calls?|outputs?|use|response)|(?:recalled|retrieved|retrieval|long[-_]?term|episodic)?[-_]?(?:memory|memories|context|knowledge|documents?|recall)|search[-_]results?|user[-_]?(?:message|input|profile)|web[-_]?page|email)(?:\\s+(?:[^\\s>](?:(?!<[a-z])[^>\\n]){0,80})?)?>`,
      'g',
    ),
    reason: 'imitates the tags of a prompt',
    unless: ({ matchedText, before, after }) =>
      (!matchedText.includes('/') && /^['"]?\s*(?:tags?|elements?|placeholders?|blocks?)\b/.test(after)) ||
      /\b(?:placeholder|such as|like|replace|instead of)\b|:\/\/$/.test(before.slice(before.lastIndexOf('<') + 1)),
  },
  {
    find: new RegExp(
      `(?:^|\\n)[ \\t]*(?:#{1,6}|={2,}|-{3,}|\\*{2,}|>{2,})[ \\t]*(?:begin |end |new |end of )?(?:${ROLE}|system (?:prompt|message|instructions?)|core prompt|core|custom instructions|policy update)(?:[ \\t]*(?:begin|end|start|override|prompt|message))?[ \\t]*(?::|={2,}|-{3,}|\\*{2,}|#{1,})`,
      'g',
    ),
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*#{1,6}[ \t]*(?:system|developer|core prompt|system prompt|system message|safety rules|safety policy|core instructions|system instructions)[ \t]*(?=\n|$)/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t>*-]*(?:system|developer|core|safety)[ _-](?:prompt|message|override|instructions?|notice|command|directive|update)s?[ \t]*(?:\([^)\n]{0,30}\)[ \t]*)?:/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*\**(?:system|developer)\**[ \t]*:\**[ \t]*(?=(?:you|all|new|ignore|the|from|disregard|override|your|safety|policy|always|never|forget|no|any|assistant|execute|allow|grant|user|confirm|enable|disable|do|this|set|restrictions)\b|\n)/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*(?:user|human)[ \t]*:[^\n]*(?:\n+[^\n]+){0,6}?\n+[ \t]*(?:assistant|ai|system|bot)[ \t]*:|(?:^|\n)[ \t]*(?:assistant|ai|system|bot)[ \t]*:[^\n]*(?:\n+[^\n]+){0,6}?\n+[ \t]*(?:user|human|system|developer)[ \t]*:/g,
    reason: 'imitates a conversation',
  },
  {
    find: /["']?\brole["']?\s*[:=]\s*["']?(?:system|developer|assistant|tool)\b/g,
    reason: 'imitates a message of a chat',
    unless: ({ matchedText, before, after }) =>
      (!/["']/.test(matchedText) && !/[{[]/.test(before)) ||
      (/\b(?:json|api|schema|field|openai)\b/.test(`${before}`) &&
        /\b(?:example|explain|show|use|when)\b/.test(`${before}${after}`)),
  },
  {
    find: /\b(?:(?:end|begin|beginning|start|close|stop) of (?:the |your |all )?(?:core|system|safety|previous|prior|initial|immutable|protected|original|trusted|untrusted|user|custom|real)[ -]?(?:prompt|instructions?|message|rules|section|text|block|input|context|policy)?|(?:begin|start|end|new) (?:system|core|developer|override|admin|hidden|privileged|trusted) (?:prompt|instructions?|message|rules|section|block|override|policy))\b(?=\s*(?:[-=#*\])>:.]|\n|$))/g,
    reason: 'imitates the end or beginning of a part of the prompt',
    unless: ({ before }) => /\b(?:at|towards?|near|by|until|before|after) the\s*$/.test(before),
  },
  {
    find: /(?:^|\n)[ \t]*(?:system|developer|assistant)[ \t]*\n[ \t]*[-=*_#~]{3,}/g,
    reason: 'imitates the header of a role',
  },
  {
    find: /(?:^|\n)[ \t]*[-=#*_~]{3,}[ \t]*(?:end|begin|start|new|eof|stop)\b[^\n]{0,50}[-=#*_~]{3,}/g,
    reason: 'imitates the end or beginning of a part of the prompt',
  },
]);

/** Letters per word piece: plain English has at least this many, gibberish about two. */
const MIN_CLARITY = 3;
const MIN_CLARITY_GAIN = 1.15;
const MIN_WORDS = 3;

export function clearerVariants(text: string, pieces: WordPiece): TextVariant[] {
  const minClarity = Math.max(MIN_CLARITY, MIN_CLARITY_GAIN * clarityOf(text, pieces));
  const seen = new Set([text.toLowerCase()]);
  return variantsOf(text).filter((variant) => {
    const isNew = !seen.has(variant.text) && variant.text.split(/\s+/).length >= MIN_WORDS;
    seen.add(variant.text);
    return isNew && clarityOf(variant.text, pieces) >= minClarity;
  });
}

function clarityOf(text: string, pieces: WordPiece): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  let count = 0;
  for (const _ of pieces.ids(text.replace(/[^\p{L}\p{N}\s]+/gu, ' '))) count += 1;
  return count === 0 ? 0 : letters / count;
}

const ORDER =
  /(ignore|disregard|forget|override|overrule|bypass|skip|drop|disable|reveal|ignoriere|vergiss|olvida|oublie|ignora|esqueca)(?:all|the|your|any|every|my|of|these|those|alle|deine|die|todas|las|toutes|les|tes|tutte|le|as){0,3}(?:previous|prior|earlier|system|core|safety|initial|original|above|content|security|vorherigen)?(?:instructions?|prompts?|rules?|guidelines?|guardrails?|restrictions?|directives?|polic(?:y|ies)|systemprompt|anweisungen|regeln|instrucciones|reglas|consignes|regles|istruzioni|regole|instrucoes|regras)/g;

/** Orders with misplaced spaces: "igno re yo ur ru les". */
export const splitWordRule: Guardrail = {
  name: 'split-words',
  check(text) {
    const { text: folded, starts, ends } = fold(text.slice(0, MAX_READ_CHARS));
    const letters = [...folded.matchAll(/[a-z]/g)];
    const row = letters.map(([letter]) => letter).join('');
    return [...row.matchAll(ORDER)].flatMap((match) => {
      const [first, last] = [letters[match.index], letters[match.index + match[0].length - 1]];
      if (first === undefined || last === undefined) return [];
      const written = folded.slice(first.index, last.index + 1);
      if (written.split(/\W+/).includes(match[1] ?? '') && !/\b[a-z]{1,3}\s[a-z]{1,3}\s[a-z]{1,3}\b/.test(written))
        return [];
      if (/[.!?]\s/.test(written) || (written.match(/\s/g)?.length ?? 0) < 2) return [];
      const span = { start: starts[first.index] ?? 0, end: ends[last.index] ?? text.length };
      return [{ rule: 'split-words', reason: 'hides an order in words that are cut apart', ...span }];
    });
  },
};
