import { phrase } from './phrase.ts';
import { textRule } from './text-rule.ts';

const words = {
  free: `unlock(?:s|ed)?|(?:switch|turn|shut|drop|lift|disable|remove|suspend|skip|stop|end|ease|lower|relax)(?: off| down)?(?: (?:every|all|any|each|your|the|usual|normal|safety|content))* (?:filters?|restrictions?|limits|rules|checks?|guardrails?|refusals?|safeguards?|protections?|warnings)(?: off)?|full access|(?:no|without|drop|lift|remove|suspend|disable|zero|end)(?: \\w+){0,2} (?:restrictions?|limits|rules|filters?|checks?|guardrails?|refusals?)|unrestricted|uncensored|unfiltered|god mode|developer mode|admin(?:istrator)?(?: (?:mode|rights|access))?|root(?: access)?|superuser|do anything|anything goes|everything is (?:allowed|permitted)|all (?:is|bets are|gates|doors)(?: \\w+)? (?:allowed|permitted|off|open)|ignore (?:all|every|any|the|your) (?:\\w+ )?(?:rules?|instructions?|polic\\w+|limits?)|bypass|obey (?:without|every|any|all|whatever)|comply with (?:any|every|all|whatever)|keine (?:regeln|grenzen|einschrankungen)|alles erlaubt|sin (?:restricciones|limites|reglas)|sans (?:restriction|limite|regle)s?|senza (?:restrizioni|limiti|regole)|sem (?:restricoes|limites|regras)`,
};

/** A word, a sign or an hour at which the rules would cease to hold. */
export const unlockRule = textRule('unlock', [
  {
    find: phrase(
      '(?:when|if|whenever|once|as soon as|after|upon|every time|should|wenn|sobald|falls|cuando|si|quand|des que|lorsque|quando|se|appena) ~ (?:say|says|said|type|types|typed|write|writes|enter|enters|use|uses|begins?|starts?|contains?|mention|mentions|hear|see|word|phrase|password|passphrase|code|codeword|message|sage|sagt|schreibe|tippe|diga|digo|escriba|escribo|dis|dit|tape|ecris|dico|dice|scrivo|disser|digo|escrever) ~ (?:{free})',
      words,
      10,
    ),
    reason: 'an unlock phrase',
    unless: ({ found, before }) =>
      /\b(?:how|explain|error|ui|page|admin (?:panel|page|team|tasks?))\b/.test(`${before}${found}`),
  },
  {
    find: phrase(
      '(?:magic|secret|code|pass|the|trigger|unlock|safe|activation|override|master|special|geheim|losungs|kenn|zauber) ?-?(?:words?|phrases?|codes?|keys?|signals?|wort|wortes)(?: \\S+){0,6}? (?:unlocks?|lifts?|disables?|grants?|turns? off|switch(?:es)? off|gives?|opens?|activates?|removes?|frees?|overrides?|suspends?|schaltet|hebt|offnet|entsperrt|means? (?:that )?(?:you|all|every|no))',
      words,
    ),
    reason: 'an unlock phrase',
    unless: ({ found, before, after }) =>
      /\b(?:door|safe|game|phone|laptop|car|gate|box|locker|alarm|vault)\b/.test(`${before}${found}${after}`) &&
      !/\b(?:restrict|rule|safety|limit|polic|filter)\w*/.test(after),
  },
]);
