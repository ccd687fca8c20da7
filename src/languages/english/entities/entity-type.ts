import type { NameMatch } from '../../../contracts/language.ts';
import { wordList } from '../../../text/words.ts';
import { ORGANIZATION_NAMES, PRODUCT_NAMES } from './brand-names.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { isOrdinary } from './ordinary-words.ts';
import { PLACE_NAMES } from './place-names.ts';
import type { TextWord } from './text-words.ts';

const TITLES = wordList(
  `mr mrs ms miss dr prof professor president senator king queen prince princess sir lady lord uncle aunt auntie grandma grandpa
  captain coach saint brother sister cousin friend named wife husband girlfriend boyfriend daughter son roommate colleague boss`,
);
const PLACE_ENDINGS = wordList(
  `street st avenue ave road rd blvd boulevard lane drive beach bay city county island islands lake river mountain mountains mount park
  square valley village town bridge forest canyon falls airport station coast desert hills heights plaza`,
);
const ORGANIZATION_ENDINGS = wordList(
  `inc corp corporation company co ltd llc gmbh university college school academy institute hospital club bank team fc foundation
  association agency studios studio records group church museum gallery society ministry department council committee party union airlines`,
);
const WORK_CONTEXT = wordList(
  'movie film book novel song album show series episode podcast game reading watching watched read playing titled called',
);
const PLACE_CONTEXT = wordList('in to from at near visit visited visiting around leaving across outside');
const DETERMINERS = wordList('the a an this that my your our his her their new');
const PERSON_CONTEXT = wordList('hi hey hello dear thanks thank mom dad poor');

export function entityType(run: readonly TextWord[], before: TextWord | undefined): NameMatch['type'] {
  const name = run.map(({ lower }) => lower).join(' ');
  const first = run[0]?.lower ?? '';
  const last = run.at(-1)?.lower ?? '';
  const lead = before?.lower ?? '';
  if (PLACE_NAMES.has(name)) return 'place';
  if (PRODUCT_NAMES.has(name) || PRODUCT_NAMES.has(first)) return 'product';
  if (run.length > 1 && ORGANIZATION_ENDINGS.has(last)) return 'organization';
  if (run.length > 1 && PLACE_ENDINGS.has(last)) return 'place';
  if (ORGANIZATION_NAMES.has(name)) return 'organization';
  if (GIVEN_NAMES.has(first) || TITLES.has(first) || TITLES.has(lead)) return 'person';
  if (WORK_CONTEXT.has(lead)) return 'work';
  if (/^\p{N}+$/u.test(last)) return 'product';
  if (run.every(({ upper }) => upper)) return 'organization';
  if (PLACE_CONTEXT.has(lead)) return 'place';
  if (run.length > 2) return 'work';
  if (DETERMINERS.has(lead) || run.some(({ lower }) => isOrdinary(lower))) return 'other';
  return PERSON_CONTEXT.has(lead) || run.length === 2 ? 'person' : 'unknown';
}
