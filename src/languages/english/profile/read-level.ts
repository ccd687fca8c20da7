import { LANGUAGE } from './language-names.ts';
import { LIKELY, PLAIN, type ProfileFinding } from './profile-finding.ts';
import type { UserClause } from './user-clauses.ts';

const CEFR = '[ABC][12]\\+?';
const DEGREE =
  'beginner|novice|newcomer|intermediate|upper[- ]intermediate|lower[- ]intermediate|advanced|expert|proficient|professional|amateur|elementary|native-like';
const RANK =
  'junior|senior|mid-level|entry-level|principal|staff|lead|trainee|advanced|intermediate|beginner|novice|expert|experienced|professional|amateur|first-year|second-year|third-year|final-year';
const TOPIC =
  '((?:[^\\s,;]+ ){0,4}?[^\\s,;]+?)(?=$|,|;| and (?:wants|is|has|would)\\b| but | because | so | who | with )';
const ROLE = /(?:er|or|ist|ian|ant|ent|ect|eer|yst|nurse|chef|dev|cook|coach|pilot)$/;

const OF_TOPIC: readonly RegExp[] = [
  new RegExp(
    `^is (?:still |only |almost )?an? (?:complete |absolute |total |real |relative |true )?(${DEGREE}) (?:in|at|with) ${TOPIC}`,
  ),
  new RegExp(`^is an? (?:complete |absolute )?(${DEGREE}) (?:learner|student|speaker|user) of ${TOPIC}`),
  new RegExp(`^is (?:at )?(?:an? )?(?:about |around )?(${CEFR}|${DEGREE})(?: level)? in ${TOPIC}`),
  new RegExp(
    `^(?:has )?(?:just )?(?:reached|has|attained|achieved|got to) (?:an? )?(?:level )?(${CEFR})(?: level)? in ${TOPIC}`,
  ),
];
const AT_LEVEL = new RegExp(
  `^(?:speaks?|writes?|reads?) (${LANGUAGE}) at (?:an? |the )?(${CEFR}|${DEGREE})(?: level)?$`,
);
const STUDENT = new RegExp(`^is an? (${DEGREE}) (${LANGUAGE}) (?:learner|student|speaker)$`);
const NEW_TO = new RegExp(`^is (?:very |quite |completely |brand )?new to ${TOPIC}`);
const RANKED = new RegExp(
  `^is (?:now )?an? ((?:${RANK}) (?:[\\p{L}+#.-]+ ){0,3}?[\\p{L}-]+)(?=$|,| at | in | for | with | and | on | who )`,
  'u',
);

const ABOUT = '(?:at |around |now |currently |still |roughly |about |only |an? )*';
const OWNED: readonly RegExp[] = [
  new RegExp(`^(${LANGUAGE})(?: level)? is ${ABOUT}(?:level )?(${CEFR}|${DEGREE})(?: level)?(?=$|,| now)`),
  new RegExp(`^level (?:in|of|at) (.+?) is ${ABOUT}(${CEFR}|${DEGREE})`),
];
const OWN_LEVEL = new RegExp(`^(?:current |present )?level is ${ABOUT}(${CEFR}|${DEGREE})`);

export function readLevel({ text, isOwned, isOver }: UserClause): ProfileFinding[] {
  if (isOver) return [];
  const value = isOwned ? ownedLevel(text) : levelIn(text);
  if (value !== undefined) return [{ field: 'level', value, confidence: PLAIN }];
  const rank = isOwned ? undefined : RANKED.exec(text)?.[1];
  return rank !== undefined && ROLE.test(rank) ? [{ field: 'level', value: rank, confidence: LIKELY }] : [];
}

function levelIn(text: string): string | undefined {
  for (const pattern of OF_TOPIC) {
    const [, level, topic] = pattern.exec(text) ?? [];
    if (level !== undefined && topic !== undefined) return `${level} in ${topic}`;
  }
  const at = AT_LEVEL.exec(text);
  if (at !== null) return `${at[2]} in ${at[1]}`;
  const student = STUDENT.exec(text);
  if (student !== null) return `${student[1]} in ${student[2]}`;
  const topic = NEW_TO.exec(text)?.[1];
  return topic === undefined ? undefined : `new to ${topic}`;
}

function ownedLevel(text: string): string | undefined {
  for (const pattern of OWNED) {
    const [, topic, level] = pattern.exec(text) ?? [];
    if (level !== undefined && topic !== undefined) return `${level} in ${topic}`;
  }
  return OWN_LEVEL.exec(text)?.[1];
}
