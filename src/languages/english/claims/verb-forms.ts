import { termsOf } from '../../../text/terms.ts';

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `went go, goes go, gone go, got get, gotten get, left leave, bought buy, took take, taken take, became become, drove drive,
  driven drive, ate eat, eaten eat, drank drink, spoke speak, spoken speak, taught teach, knew know, known know,
  had have, has have, having have, does do, did do, done do, began begin, begun begin, chose choose, chosen choose,
  kept keep, made make, met meet, paid pay, ran run, running run, read read, said say, sold sell, slept sleep,
  spent spend, swam swim, swimming swim, told tell, thought think, woke wake, woken wake, wore wear, won win,
  wrote write, written write, born bear, built build, came come, found find, gave give, given give, grew grow,
  grown grow, heard hear, held hold, led lead, lost lose, sang sing, sung sing, sent send, shown show, stood stand,
  understood understand, rode ride, flew fly, quit quit, quitting quit, stopped stop, stopping stop, getting get,
  drawn draw, drew draw, beaten beat, broke break, broken break, hidden hide, worn wear, lying lie, dying die,
  died die, dies die, using use, used use, uses use, owns own, married marry, marries marry, studied study,
  studies study, studying study`
    .split(/,\s*/)
    .map((pair) => pair.split(' ') as [string, string]),
);

const IRREGULAR_PARTICIPLES = new Set(
  `born written made built known held led won sung drawn given shown sold bought taught kept run spoken taken driven eaten worn grown
  sent lost broken chosen hit set put cut beaten found paid told gone been had become got gotten left met read thought understood done heard felt seen said come
  spent sat slept begun flown ridden fallen forgotten stolen swum caught brought worked`.split(/\s+/),
);

/** One form for "lives", "lived" and "living". */
export const verbStem = (fold: string): string => termsOf(IRREGULAR.get(fold) ?? fold)[0] ?? fold;

export const stemList = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).map(verbStem));

export const isParticiple = (fold: string): boolean =>
  IRREGULAR_PARTICIPLES.has(fold) || (fold.length > 4 && fold.endsWith('ed'));

export const isPast = (fold: string): boolean =>
  (fold.length > 4 && fold.endsWith('ed')) || (IRREGULAR.has(fold) && !/(?:s|ing)$/.test(fold)) || fold === 'had';

export const isProgressive = (fold: string): boolean => fold.length > 4 && fold.endsWith('ing');

// Without Map.groupBy: what is imported has to load on an older Node, which is told so only after.
const IRREGULAR_FORMS = new Map<string, string[]>();
for (const [form, base] of IRREGULAR) IRREGULAR_FORMS.set(base, [...(IRREGULAR_FORMS.get(base) ?? []), form]);

/** The forms in which a verb of this base is met: "live", "lives", "lived", "living". */
export function formsOf(base: string): string[] {
  const bare = base.replace(/e$/, '');
  return [...new Set([base, `${base}s`, `${bare}ed`, `${bare}ing`, ...(IRREGULAR_FORMS.get(base) ?? [])])];
}
