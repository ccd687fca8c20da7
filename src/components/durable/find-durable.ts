import type { ComponentContext, MentionedEntity, SessionBatch } from '../../contracts/component.ts';
import { entityKindOf, type Languages, mayBePerson, USER } from '../../contracts/language.ts';
import { type ProfileFieldName, profileFieldOf, type SentenceKind } from '../../contracts/reader.ts';
import { type StoredEpisode, withSpeaker } from '../../model/episode.ts';
import { isOfConversation, isOfPerson } from '../../model/trust.ts';
import type { Finding } from '../../reconcile/finding.ts';
import {
  MIN_LASTS,
  minLastsOf,
  prefixSpeaker,
  QUESTION,
  type ReadSentence,
  readSentences,
  roleAndSpeakerOf,
} from '../read-sentences.ts';

/** What a lasting sentence of each kind is kept as; sentences of other kinds do not last. */
const CATEGORIES: Readonly<Partial<Record<SentenceKind, string>>> = {
  ...{
    fact: 'fact',
    plan: 'fact',
    event: 'fact',
    decision: 'fact',
    result: 'fact',
    surroundings: 'fact',
    ability: 'fact',
  },
  ...{
    preference: 'preference',
    limit: 'preference',
    directive: 'directive',
    worked: 'knowledge',
    failed: 'knowledge',
  },
};
/** An allergy that is missed does more harm than one that was a joke. */
const MIN_LASTS_VITAL = 0.5;
const MIN_LASTS_KNOWLEDGE = 0.02;
const VITAL: ReadonlySet<string> = new Set(['health', 'restrictions'] satisfies ProfileFieldName[]);
/** A sentence above this chance is kept if it makes untrue what is held: "Miso died on Sunday." */
const MIN_LASTS_CHANGE = 0.25;
/** An episode that is recorded as a directive or decision is kept unless it is plainly talk. */
const MIN_LASTS_RECORDED = 0.25;
/** Allergies, close people and standing wishes matter most. */
const IMPORTANCE: Readonly<Partial<Record<NonNullable<ReadSentence['field']>, number>>> = {
  ...{ health: 0.95, restrictions: 0.9, people: 0.85, name: 0.85, directives: 0.85, home: 0.75, work: 0.75 },
};
const IMPORTANCE_OF_OTHERS = 0.6;
/** A shorter sentence is understood with the question that it answers. */
const MIN_WORDS = 5;
const MAX_QUESTION_CHARS = 300;

/** A finding that is kept only if it makes untrue what is held. */
export type DurableFinding = Finding & { readonly onlyAsChange: boolean };

/**
 * The sentences of persons that hold for longer than their conversation, word for word, each with what was read of it. A short reply comes with the
 * question before it. Nothing is found without a reader.
 */
export async function findDurable(batch: SessionBatch, context: ComponentContext): Promise<DurableFinding[]> {
  const { before, episodes } = batch;
  const sentences = await readSentences(batch, context);
  return episodes.flatMap((episode, at) => {
    if (!isOfPerson(episode)) return [];
    const question = questionOf(episodes[at - 1] ?? before.at(-1), episode, context.languages);
    const own = sentences[at] ?? [];
    return own
      .map((sentence) => ({ sentence, minChance: minLastsFor(sentence, episode, context.languages) }))
      .filter(
        ({ sentence: { kind, lasts }, minChance }) =>
          CATEGORIES[kind] !== undefined && lasts >= Math.min(minChance, MIN_LASTS_CHANGE),
      )
      .map(({ sentence, minChance }) => ({
        ...findingOf(sentence, sentence === own[0] ? question : undefined, context.languages),
        onlyAsChange: sentence.lasts < minChance,
      }));
  });
}

function minLastsFor(sentence: ReadSentence, { type, occurredAt }: StoredEpisode, languages: Languages): number {
  const { field, kind, text } = sentence;
  if (type === 'userDirective' || type === 'decision') return MIN_LASTS_RECORDED;
  // What is only decided now borrows its field from what was said before it.
  if (field !== undefined && VITAL.has(field) && kind !== 'decision') return MIN_LASTS_VITAL;
  return isKnowledge(text, occurredAt, languages) ? MIN_LASTS_KNOWLEDGE : minLastsOf(sentence);
}

/** "The capital of Tuvalu is Funafuti.": one plain claim about something that is named. */
function isKnowledge(text: string, now: Date, languages: Languages): boolean {
  const language = languages.of(text);
  const claim = language.claim(text);
  if (claim?.single !== true || claim.negated) return false;
  const [first = ''] = language.words(claim.subject);
  const isNamed = first !== USER && !language.isStopWord(first) && language.names(text).length > 0;
  return isNamed && language.dates(text, now).length === 0;
}

/** The question at the end of the turn before, with who asked it, unless the same person did. */
function questionOf(
  earlier: StoredEpisode | undefined,
  { role, speaker }: StoredEpisode,
  languages: Languages,
): string | undefined {
  if (earlier === undefined || !isOfConversation(earlier)) return undefined;
  if (earlier.role === role && earlier.speaker === speaker) return undefined;
  const end = earlier.content.slice(-MAX_QUESTION_CHARS);
  const last = languages.of(end).sentences(end).at(-1)?.trim() ?? '';
  return QUESTION.test(last) ? withSpeaker({ ...earlier, content: last }) : undefined;
}

function findingOf(sentence: ReadSentence, question: string | undefined, languages: Languages): Finding {
  const { kind, text, lasts, episode } = sentence;
  const { id, occurredAt, speaker } = episode;
  // An application that records a directive has read it already.
  const field = episode.type === 'userDirective' ? 'directives' : profileFieldOf(sentence);
  const language = languages.of(text);
  // A plain claim needs no question, and a wish is never in another's words.
  const isWhole = kind === 'directive' || language.claim(text) !== undefined;
  const isReply = question !== undefined && !isWhole && language.words(text).length < MIN_WORDS;
  const [when] = language.dates(text, occurredAt);
  return {
    content: isReply ? `${prefixSpeaker(episode, text)} (${question})` : prefixSpeaker(episode, text),
    category: field === 'directives' ? 'directive' : (CATEGORIES[kind] ?? 'fact'),
    importance: (field && IMPORTANCE[field]) ?? IMPORTANCE_OF_OTHERS,
    confidence: Math.max(lasts, MIN_LASTS),
    episodeIds: [id],
    entities: entitiesIn(sentence, languages),
    validAt: occurredAt,
    metadata: {
      ...{ kind, ...roleAndSpeakerOf({ role: episode.role, speaker }) },
      ...(field !== undefined && { field }),
      ...(when?.from !== undefined && { from: when.from.toISOString() }),
      ...(when?.to !== undefined && { to: when.to.toISOString() }),
    },
  };
}

/** The names in a sentence, and who says it. Of one that may be a person's the reader tells whether the sentence is about people. */
const entitiesIn = ({ text, field, episode: { speaker } }: ReadSentence, languages: Languages): MentionedEntity[] => [
  ...(speaker !== undefined && /^\p{Lu}/u.test(speaker) ? [{ name: speaker, type: 'person' }] : []),
  ...languages
    .of(text)
    .names(text)
    .map((name) => ({
      name: name.text,
      type: field === 'people' && mayBePerson(name) ? 'person' : entityKindOf(name),
    })),
];
