import { isGivenName } from '../entities/known-names.ts';
import { LIKELY, PLAIN, type ProfileFinding } from './profile-finding.ts';
import type { UserClause } from './user-clauses.ts';

const WORD = "\\p{Lu}[\\p{L}'-]*";
const NAME = `(${WORD}(?: (?:(?:de|da|dos|do|del|di|van|von|der|bin|al|la|le) )*${WORD}){0,3})`;
const END = '(?=$|,| and | but | by | for | instead| from now)';

const OWNED = new RegExp(
  `^(?:full |first |real |given |preferred |nick)?name is (?:now |actually )?${NAME}${END}`,
  'u',
);
const SAID: readonly RegExp[] = [
  new RegExp(`^is (?:called|named|known as) ${NAME}${END}`, 'u'),
  new RegExp(`^(?:goes by|go by)(?: the name(?: of)?)? ${NAME}${END}`, 'u'),
  new RegExp(`^(?:wants?|prefers?|likes?|would like|asks?|asked)(?: to be| being) called ${NAME}${END}`, 'u'),
  new RegExp(
    `^(?:wants?|would like|asked) (?:the assistant|you) to (?:always )?call (?:the user|me) ${NAME}${END}`,
    'u',
  ),
];
const BARE = new RegExp(`^is ${NAME}$`, 'u');

export function readName({ text, isOwned, isFirstPerson, isOver }: UserClause): ProfileFinding[] {
  if (isOver) return [];
  const told = isOwned ? OWNED.exec(text) : SAID.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (told?.[1] !== undefined) return [{ field: 'name', value: told[1], confidence: PLAIN }];
  const bare = isFirstPerson && !isOwned ? BARE.exec(text)?.[1] : undefined;
  const isName = bare !== undefined && isGivenName(bare.split(' ')[0]?.toLowerCase() ?? '');
  return isName ? [{ field: 'name', value: bare, confidence: LIKELY }] : [];
}
