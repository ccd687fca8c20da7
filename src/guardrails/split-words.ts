import type { Guardrail } from '../contracts/guardrail.ts';
import { fold, MOST_READ } from './reading.ts';

const ORDER =
  /(ignore|disregard|forget|override|overrule|bypass|skip|drop|disable|reveal|ignoriere|vergiss|olvida|oublie|ignora|esqueca)(?:all|the|your|any|every|my|of|these|those|alle|deine|die|todas|las|toutes|les|tes|tutte|le|as){0,3}(?:previous|prior|earlier|system|core|safety|initial|original|above|content|security|vorherigen)?(?:instructions?|prompts?|rules?|guidelines?|guardrails?|restrictions?|directives?|polic(?:y|ies)|systemprompt|anweisungen|regeln|instrucciones|reglas|consignes|regles|istruzioni|regole|instrucoes|regras)/g;

/** Orders whose words are cut in the wrong places: "igno re yo ur ru les". */
export const splitWordRule: Guardrail = {
  name: 'split-words',
  check(text) {
    const { text: folded, starts, ends } = fold(text.slice(0, MOST_READ));
    const letters = [...folded.matchAll(/[a-z]/g)];
    const row = letters.map(([letter]) => letter).join('');
    return [...row.matchAll(ORDER)].flatMap((match) => {
      const [first, last] = [letters[match.index], letters[match.index + match[0].length - 1]];
      if (first === undefined || last === undefined) return [];
      const written = folded.slice(first.index, last.index + 1);
      if (new RegExp(`\\b${match[1]}\\b`).test(written) && !/\b[a-z]{1,3}\s[a-z]{1,3}\s[a-z]{1,3}\b/.test(written))
        return [];
      if (/[.!?]\s/.test(written) || (written.match(/\s/g)?.length ?? 0) < 2) return [];
      const place = { start: starts[first.index] ?? 0, end: ends[last.index] ?? text.length };
      return [{ rule: 'split-words', reason: 'hides an order in words that are cut apart', ...place }];
    });
  },
};
