const RULES =
  '(?:(?:your|the|my|all|any|these|its) )*(?:(?:core|system|safety|security|original|operator) )*(?:prompt|rules?|guidelines|polic(?:y|ies)|limits|guardrails|instructions|identity|confirmations?)';
/** Nothing more may follow: what else such a sentence asks for is to be judged. */
const FORBIDS = new RegExp(
  `^(?:please )?(?:never|do not|don't|under no circumstances) (?:ever )?(?:ignore|disregard|override|bypass|forget|drop|skip|weaken|break|relax|reveal) ${RULES}(?: ever| at all| for any reason| under any circumstances)?$`,
);
const UPHOLDS = new RegExp(
  `^(?:(?:if|when|whenever|where) [^,;:]{0,60} (?:conflict|conflicts|disagree|disagrees|contradict|contradicts|clash|collide|differ)[^,;:]{0,60}, )?${RULES} (?:always |still )?(?:come first|comes first|wins?|prevails?|takes? precedence)(?:, of course)?$`,
);

/** Whether a sentence says that the rules are to be kept, and nothing else: to a model of meaning that is close to its opposite. */
export function isAffirming(sentence: string): boolean {
  const said = sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[.!\s]+$/, '')
    .trim();
  return FORBIDS.test(said) || UPHOLDS.test(said);
}
