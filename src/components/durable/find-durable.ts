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
/** Of the sentences that belong to no field of a profile, more are talk of the moment. */
const MIN_LASTS_WITHOUT_FIELD = 0.9;
const VITAL: ReadonlySet<string> = new Set(['health', 'restrictions'] satisfies ProfileFieldName[]);
/** Above this chance a sentence is stored if it makes a stored memory untrue: "Miso died on Sunday." */
const MIN_LASTS_CHANGE = 0.25;
/** An episode recorded as a directive or decision is stored unless it is plainly talk. */
const MIN_LASTS_RECORDED = 0.25;
const IMPORTANCE: Readonly<Partial<Record<NonNullable<ReadSentence['field']>, number>>> = {
  ...{ health: 0.95, restrictions: 0.9, people: 0.85, name: 0.85, directives: 0.85, home: 0.75, work: 0.75 },
};
const IMPORTANCE_OF_OTHERS = 0.6;
/** Below this chance a sentence is stored with the sentences before it; more words do less harm than an unknown "she". */
const MIN_STANDS_ALONE = 0.5;
const MAX_SPAN_CHARS = 300;
const MAX_PROMPT_CHARS = 160;

/** Whether the finding is stored only if it makes a stored memory untrue. */
export type DurableFinding = Finding & { readonly onlyAsChange: boolean };

/** The lasting sentences of people, word for word, with the words before them that they need to be understood. Without a reader there are none. */
export async function findDurable(batch: SessionBatch, context: ComponentContext): Promise<DurableFinding[]> {
  const { before, episodes } = batch;
  const sentences = await readSentences(batch, context);
  return episodes.flatMap((episode, at) => {
    if (!isOfPerson(episode)) return [];
    const own = sentences[at] ?? [];
    const prompt = promptOf(episodes[at - 1] ?? before.at(-1), episode, context.languages);
    const findings = own
      .map((sentence) => ({ sentence, minChance: minLastsFor(sentence, episode, context.languages) }))
      .filter(
        ({ sentence: { kind, lasts }, minChance }) =>
          CATEGORIES[kind] !== undefined && lasts >= Math.min(minChance, MIN_LASTS_CHANGE),
      )
      .map(({ sentence, minChance }) => ({
        ...findingOf(sentence, spanOf(sentence, own, prompt, context.languages), context.languages),
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
  if (isKnowledge(text, occurredAt, languages)) return MIN_LASTS_KNOWLEDGE;
  return profileFieldOf(sentence) === undefined ? MIN_LASTS_WITHOUT_FIELD : minLastsOf(sentence);
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

/** The end of the turn that an episode may reply to. */
function promptOf(
  earlier: StoredEpisode | undefined,
  { role, speaker }: StoredEpisode,
  languages: Languages,
): string | undefined {
  if (earlier === undefined || !isOfConversation(earlier)) return undefined;
  if (earlier.role === role && earlier.speaker === speaker) return undefined;
  const end = earlier.content.slice(-MAX_SPAN_CHARS);
  const [last, ...others] = languages.of(end).sentences(end).reverse();
  if (last === undefined) return undefined;
  const both = `${others[0] ?? ''} ${last}`.trim();
  return withSpeaker({ ...earlier, content: both.length <= MAX_PROMPT_CHARS ? both : last.trim() });
}

function findingOf(sentence: ReadSentence, span: string, languages: Languages): Finding {
  const { kind, text, lasts, episode } = sentence;
  const { id, occurredAt, speaker } = episode;
  // An application that records a directive has classified it already.
  const field = episode.type === 'userDirective' ? 'directives' : profileFieldOf(sentence);
  const language = languages.of(text);
  const [when] = language.dates(text, occurredAt);
  return {
    content: prefixSpeaker(episode, field === 'name' ? text : span),
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

/** A sentence with those before it in its turn that it needs to be understood, and where these do not suffice, the end of the turn before. */
function spanOf(
  { text, kind, episode: { content } }: ReadSentence,
  own: readonly ReadSentence[],
  prompt: string | undefined,
  languages: Languages,
): string {
  const at = content.indexOf(text);
  if (at < 0) return text;
  const isAlone = (part: string): boolean => {
    const read = own.find((each) => part.includes(each.text));
    return read !== undefined && (read.standsAlone ?? 1) >= MIN_STANDS_ALONE;
  };
  const earlier = languages.of(content).sentences(content.slice(0, at));
  let [start, first] = [at, text];
  while (!isAlone(first) && earlier.length > 0) {
    const previous = earlier.pop() as string;
    const from = content.lastIndexOf(previous, start - 1);
    if (from < 0 || at + text.length - from > MAX_SPAN_CHARS) break;
    [start, first] = [from, previous];
  }
  const span = content.slice(start, at + text.length).replace(/\s+/g, ' ');
  // A directive is never in another's words.
  const isReply = start === 0 && !isAlone(first) && kind !== 'directive';
  return isReply && prompt !== undefined ? `${span} (${prompt})` : span;
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
