import type { ComponentContext } from '../contracts/component.ts';
import { readsLanguage } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import { type ProfileFieldName, sureRelation } from '../contracts/reader.ts';
import { withoutSpeaker } from '../model/episode.ts';
import { foldName } from '../model/graph.ts';
import type { Judge, PairJudgement } from './compare-statements.ts';

/** Higher than for recall, which only ranks, because memories are superseded permanently. Figures in docs/notes/reader.md. */
const MIN_REPLACE_CHANCE = 0.94;
/** Two statements of one of these profile fields are about the same subject. */
const SAME_MATTER_FIELDS: ReadonlySet<unknown> = new Set(['home', 'work', 'restrictions'] satisfies ProfileFieldName[]);
const MIN_SAME_MATTER_CHANCE = 0.9;

/** Judges pairs with the package's reader, in the languages it reads; undefined without such a reader. */
export function readerJudge({
  reader,
  embedder,
  languages,
  signal,
}: Pick<ComponentContext, 'reader' | 'embedder' | 'languages' | 'signal'>): Judge | undefined {
  const relations = reader?.relations?.bind(reader);
  if (relations === undefined || embedder === undefined) return undefined;
  return async ({ statements: compared, near }) => {
    const statements = compared.map(({ text }) => text);
    const texts = statements.map(withoutSpeaker);
    const speakers = statements.map((statement, at) => statement.slice(0, -(texts[at]?.length ?? 0)));
    // Statements of different speakers about themselves do not replace each other.
    const ofOneSpeaker = near.filter(({ older, newer }) => isSameSpeaker(speakers[older] ?? '', speakers[newer] ?? ''));
    const plain = ofOneSpeaker.flatMap((pair): PairJudgement[] => {
      const is = plainRelation(statements[pair.older] as string, statements[pair.newer] as string, languages);
      return is === undefined ? [] : [{ ...pair, is }];
    });
    const isPlain = new Set(plain.map(({ older, newer }) => `${older} ${newer}`));
    const isRead = statements.map((text) => readsLanguage(embedder, languages.of(text).code));
    const pairs = ofOneSpeaker.filter(
      ({ older, newer }) => isRead[older] && isRead[newer] && !isPlain.has(`${older} ${newer}`),
    );
    if (pairs.length === 0) return plain.length === 0 ? undefined : plain;
    const read = await relations(
      pairs.map(({ older, newer }) => ({ older: statements[older] as string, newer: statements[newer] as string })),
      { signal },
    );
    const judged = pairs.flatMap((pair, at): PairJudgement[] => {
      const { relation, chance = 0 } = read[at] ?? {};
      if (sureRelation(read[at]) === 'same') return [{ ...pair, is: 'same' }];
      const [older = '', newer = ''] = [texts[pair.older], texts[pair.newer]];
      const minChance = SAME_MATTER_FIELDS.has(pair.field) ? MIN_SAME_MATTER_CHANCE : MIN_REPLACE_CHANCE;
      const isReplaced = relation === 'replaces' && chance >= minChance && !endsAnother(older, newer, languages);
      return isReplaced ? [{ ...pair, is: 'replaces' }] : [];
    });
    return [...plain, ...judged];
  };
}

const isSameSpeaker = (one: string, other: string): boolean =>
  foldName(one) === foldName(other) || one === '' || other === '';

/** Compares plain claims of one subject: "I live in Leeds." after "I live in York." */
function plainRelation(older: string, newer: string, languages: Languages): PairJudgement['is'] | undefined {
  const relation = languages.of(newer).compare(older, newer);
  return relation === 'contradiction' ? 'replaces' : relation === 'duplicate' ? 'same' : undefined;
}

/** "Dan is not my partner any more." ends only statements that name Dan. */
function endsAnother(older: string, newer: string, languages: Languages): boolean {
  const claim = languages.of(newer).claim(newer);
  const named = languages.of(newer).names(newer)[0]?.text;
  const isAboutNamed = named !== undefined && claim?.subject === named.toLowerCase();
  return claim?.negated === true && isAboutNamed && !older.toLowerCase().includes(claim.subject);
}
