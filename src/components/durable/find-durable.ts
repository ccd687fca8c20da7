import type { FoundEntity } from '../../contracts/component.ts';
import type { Assertion, AssertionKind, Language, Languages } from '../../contracts/language.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { isOfPerson } from '../../model/trust.ts';
import type { Finding } from '../../reconcile/finding.ts';
import { voiceOf } from '../told-sentences.ts';

const CATEGORIES: Readonly<Record<AssertionKind, string>> = {
  preference: 'preference',
  opinion: 'preference',
  fact: 'fact',
  habit: 'fact',
  event: 'fact',
  goal: 'fact',
  decision: 'fact',
  constraint: 'fact',
  correction: 'fact',
  outcome: 'fact',
  procedure: 'knowledge',
};
/** A statement about the world is as good as the one who made it. */
const KNOWLEDGE = { importance: 0.5, confidence: 0.8 };

/** What was drawn from a turn, and whether it may be talk. */
export interface Drawn {
  readonly finding: Finding;
  readonly isDoubtful: boolean;
}

/** What of one turn may matter long after it. */
export function findDurable(episode: StoredEpisode, before: readonly StoredEpisode[], languages: Languages): Drawn[] {
  if (!isOfPerson(episode)) return [];
  const language = languages.of(episode.content);
  const asserted = [...new Map(language.assertions(episode, before).map((each) => [each.text, each])).values()];
  const stated = language.knowledge(episode.content);
  const isSaid = (one: string, others: readonly string[]) => others.some((other) => language.saySame(one, other));
  const texts = asserted.map(({ text }) => text);
  return [
    ...asserted.map((assertion) => {
      const finding = assertedBy(episode, assertion, isSaid(assertion.text, stated), language);
      return { finding, isDoubtful: finding.category !== 'knowledge' && !isMeant(assertion, episode) };
    }),
    ...stated
      .filter((one) => !isSaid(one, texts))
      .map((content) => ({ finding: knowledgeOf(episode, content, language), isDoubtful: false })),
  ];
}

/** What was told to be kept, forbidden, decided or put right goes only if it is plainly talk; so does knowledge of the world. */
const isMeant = ({ isTold, kind }: Assertion, { type }: StoredEpisode): boolean =>
  isTold || type === 'userDirective' || kind === 'constraint' || kind === 'correction' || kind === 'decision';

function assertedBy(
  { id, occurredAt, role, speaker }: StoredEpisode,
  { kind, text, about, importance, confidence, when }: Assertion,
  isAboutWorld: boolean,
  language: Language,
): Finding {
  const isKnowledge = isAboutWorld && (kind === 'fact' || kind === 'event');
  return {
    ...{ content: text, category: isKnowledge ? 'knowledge' : CATEGORIES[kind], importance, confidence },
    episodeIds: [id],
    entities: entitiesIn(text, language, about),
    validAt: kind === 'event' && when !== undefined ? lastOf(when, occurredAt) : occurredAt,
    metadata: {
      kind,
      ...voiceOf({ role, speaker }),
      ...(when !== undefined && { from: when.from.toISOString(), to: when.to.toISOString() }),
    },
  };
}

/** "This week" says no more than by when: else today's news would be older than what was said on Monday. */
const lastOf = ({ to }: NonNullable<Assertion['when']>, occurredAt: Date): Date =>
  new Date(Math.min(to.getTime() - 1, occurredAt.getTime()));

const knowledgeOf = (
  { id, role, speaker, occurredAt }: StoredEpisode,
  content: string,
  language: Language,
): Finding => ({
  ...KNOWLEDGE,
  ...{ content, category: 'knowledge', episodeIds: [id], entities: entitiesIn(content, language), validAt: occurredAt },
  metadata: voiceOf({ role, speaker }),
});

/** The names in a text, and whom it is about unless that is nobody by name. */
function entitiesIn(text: string, language: Language, about = ''): FoundEntity[] {
  const named = language.names(text).map((found) => ({
    name: found.text,
    type: found.type === 'other' ? 'concept' : found.type,
  }));
  const isNamed = about !== '' && !/^the /i.test(about) && named.every(({ name }) => !about.includes(name));
  return isNamed ? [{ name: about, type: 'person' }, ...named] : named;
}
