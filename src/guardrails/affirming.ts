const RULES =
  '(?:your |the |my |all |any |these |core |system |safety |security |original )*(?:core|system|safety|security|guardrails?|prompt|rules|guidelines|polic(?:y|ies)|limits|identity|confirmations?)';
const FORBIDS = new RegExp(
  `^(?:please )?(?:never|do not|don't|under no circumstances) (?:ever )?(?:ignore|disregard|override|bypass|forget|drop|skip|weaken|break|relax|reveal)\\b[^,;:]* ?${RULES}\\b[^,;:]*$`,
);
const UPHOLDS = new RegExp(
  `^(?:[^,;:]{0,80}, )?(?:[a-z]+ )?${RULES}(?: (?:rules|prompt|guidelines|polic(?:y|ies)))? (?:always |still |must |should )?(?:come|comes|win|wins|take|takes|prevail|prevails|apply|applies|hold|holds|stay|stays|remain|remains)\\b[^,;:]*(?:, of course)?$`,
);
const TURNED = /\b(?:unless|except|but|until|only|not|no longer|last|after|second|never mind|anyone|nobody)\b/;

/** Whether a sentence only says, plainly, that the rules are to be kept: to a model of meaning that is close to its opposite. */
export function isAffirming(sentence: string): boolean {
  const said = sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[.!\s]+$/, '');
  if (FORBIDS.test(said)) return !TURNED.test(said.replace(/^(?:please )?(?:do not|never) /, ''));
  return UPHOLDS.test(said) && !TURNED.test(said);
}
