import type { ComponentContext, MentionedEntity, SessionBatch } from '../../contracts/component.ts';
import { entityKindOf, type Language, type Languages, mayBePerson, USER } from '../../contracts/language.ts';
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
/** Above this chance a sentence is stored if it makes a stored memory untrue: "Miso died on Sunday." */
const MIN_LASTS_CHANGE = 0.25;
/** An episode recorded as a directive or decision is stored unless it is plainly talk. */
const MIN_LASTS_RECORDED = 0.25;
const IMPORTANCE: Readonly<Partial<Record<NonNullable<ReadSentence['field']>, number>>> = {
  ...{ health: 0.95, restrictions: 0.9, people: 0.85, name: 0.85, directives: 0.85, home: 0.75, work: 0.75 },
};
const IMPORTANCE_OF_OTHERS = 0.6;
/** A shorter sentence needs the question that it answers. */
const MIN_WORDS = 5;
const MAX_QUESTION_CHARS = 300;
const MAX_SPAN_CHARS = 300;
const MAX_SENTENCES_BEFORE = 2;

/** Whether the finding is stored only if it makes a stored memory untrue. */
export type DurableFinding = Finding & { readonly onlyAsChange: boolean };

/** The lasting sentences of people, word for word. A short reply comes with the question before it. Without a reader there are none. */
export async function findDurable(batch: SessionBatch, context: ComponentContext): Promise<DurableFinding[]> {
  const { before, episodes } = batch;
  const sentences = await readSentences(batch, context);
  return episodes.flatMap((episode, at) => {
    if (!isOfPerson(episode)) return [];
    const question = questionOf(episodes[at - 1] ?? before.at(-1), episode, context.languages);
    const own = sentences[at] ?? [];
    const findings = own
      .map((sentence) => ({ sentence, minChance: minLastsFor(sentence, episode, context.languages) }))
      .filter(
        ({ sentence: { kind, lasts }, minChance }) =>
          CATEGORIES[kind] !== undefined && lasts >= Math.min(minChance, MIN_LASTS_CHANGE),
      )
      .map(({ sentence, minChance }) => ({
        ...findingOf(sentence, sentence === own[0] ? question : undefined, context.languages),
        onlyAsChange: sentence.lasts < minChance,
      }));
    return withoutRepeatedSpans(findings);
  });
}

/** Of findings with the same words the one that a profile needs more. */
function withoutRepeatedSpans(findings: readonly DurableFinding[]): DurableFinding[] {
  const byContent = Map.groupBy(findings, ({ content }) => content);
  return [...byContent.values()].map((same) => same.reduce((a, b) => (b.importance > a.importance ? b : a)));
}

function minLastsFor(sentence: ReadSentence, { type, occurredAt }: StoredEpisode, languages: Languages): number {
  const { field, kind, text } = sentence;
  if (type === 'userDirective' || type === 'decision') return MIN_LASTS_RECORDED;
  // A decision takes its field from the sentences before it.
  if (field !== undefined && VITAL.has(field) && kind !== 'decision') return MIN_LASTS_VITAL;
  return isKnowledge(text, occurredAt, languages) ? MIN_LASTS_KNOWLEDGE : minLastsOf(sentence);
}

/** One plain claim about something that is named: "The capital of Tuvalu is Funafuti." */
function isKnowledge(text: string, now: Date, languages: Languages): boolean {
  const language = languages.of(text);
  const claim = language.claim(text);
  if (claim?.single !== true || claim.negated) return false;
  const [first = ''] = language.words(claim.subject);
  const isNamed = first !== USER && !language.isStopWord(first) && language.names(text).length > 0;
  return isNamed && language.dates(text, now).length === 0;
}

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
  // An application that records a directive has classified it already.
  const field = episode.type === 'userDirective' ? 'directives' : profileFieldOf(sentence);
  const language = languages.of(text);
  // A plain claim needs no question, and a directive is never in another's words.
  const isWhole = kind === 'directive' || language.claim(text) !== undefined;
  const isReply = question !== undefined && !isWhole && language.words(text).length < MIN_WORDS;
  const [when] = language.dates(text, occurredAt);
  return {
    content: isReply
      ? `${prefixSpeaker(episode, text)} (${question})`
      : prefixSpeaker(episode, field === 'name' ? text : spanOf(text, episode, language)),
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

/** A sentence of a turn, with the sentences around it that it needs to be understood. */
function spanOf(text: string, { content }: StoredEpisode, language: Language): string {
  const at = content.indexOf(text);
  const standsAlone = language.standsAlone;
  if (at < 0 || standsAlone === undefined || standsAlone(text)) return text;
  let [start, end] = [at, at + text.length];
  const isWithin = (from: number, to: number) => to - from <= MAX_SPAN_CHARS;
  for (const earlier of language.sentences(content.slice(0, at)).slice(-MAX_SENTENCES_BEFORE).reverse()) {
    const from = content.lastIndexOf(earlier, start - 1);
    if (from < 0 || !isWithin(from, end)) break;
    start = from;
    if (standsAlone(earlier)) break;
  }
  // A fragment that begins its turn is explained by what follows: "Hearing aids. They whistle."
  const [next] = start === at ? language.sentences(content.slice(end)) : [];
  const until = next === undefined ? -1 : content.indexOf(next, end) + next.length;
  if (until > end && isWithin(start, until)) end = until;
  return content.slice(start, end).replace(/\s+/g, ' ');
}

/** The names in a sentence, and its speaker. A name is a person's only if the reader says that the sentence is about people. */
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
