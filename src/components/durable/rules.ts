import type { Assertion, AssertionKind } from '../../languages/english/assertions/assertion.ts';
import { findAssertions } from '../../languages/english/assertions/find-assertions.ts';
import { readClaim } from '../../languages/english/claims/read-claim.ts';
import { findEntities } from '../../languages/english/entities/find-entities.ts';
import { type Statement, saySame, statementOf } from '../../languages/english/same-statement.ts';
import { sentencesOf } from '../../languages/english/sentences.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { Finding, FoundEntity } from '../../reconcile/finding.ts';
import { words } from '../../text/words.ts';

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
const LONGEST_KNOWLEDGE = 30;
/** Who tells a fact tells it in a few words; a longer turn is a document or about something else. */
const LONGEST_TELLING = 60;
/** What is not said but pasted. */
const CODE_OR_QUOTE = /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|^[ \t]*>.*$/gm;
/** What opens a correction and says nothing itself. */
const HEAD = /^\s*(?:actually|by the way|btw|fyi|note that|remember that),?\s+/i;
/** Words that point to whoever speaks, or to what was said before: a statement with one does not stand alone. */
const POINTING =
  /^(?:i|this|that|these|those|it|he|she|they|we|you|there|here)\b|\b(?:me|my|mine|we|us|our|you|your|yours|its|he|she|they|his|her|their)\b|\bI\b(?! of\b)/;

/** What of one turn will matter long after it. */
export function findDurable(episode: StoredEpisode, before: readonly StoredEpisode[]): Finding[] {
  if (episode.role !== 'user') return [];
  const asserted = findAssertions(episode, before).map((assertion) => ({
    ...{ assertion, statement: statementOf(assertion.text) },
  }));
  const stated = worldlyIn(episode.content).map((text) => statementOf(text));
  const isSaid = (one: Statement, others: readonly Statement[]) => others.some((other) => saySame(one, other));
  const statements = asserted.map(({ statement }) => statement);
  return [
    ...asserted.map(({ assertion, statement }) => assertedBy(episode, assertion, isSaid(statement, stated))),
    ...stated.filter((one) => !isSaid(one, statements)).map(({ content }) => knowledgeOf(episode, content)),
  ];
}

function assertedBy(
  { id, occurredAt, role, speaker }: StoredEpisode,
  { kind, text, about, importance, confidence, when }: Assertion,
  isAboutWorld: boolean,
): Finding {
  const isKnowledge = isAboutWorld && (kind === 'fact' || kind === 'event');
  return {
    ...{ content: text, category: isKnowledge ? 'knowledge' : CATEGORIES[kind], importance, confidence },
    episodeIds: [id],
    entities: entitiesIn(text, about),
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

/** Plain statements about the world that stand alone: "The capital of Tuvalu is Funafuti." */
function worldlyIn(content: string): string[] {
  if (words(content).length > LONGEST_TELLING) return [];
  const sentences = sentencesOf(content.replace(CODE_OR_QUOTE, '\n')).map((sentence) =>
    sentence.replace(HEAD, '').trim(),
  );
  return [...new Set(sentences)].filter(isWorldly);
}

function isWorldly(text: string): boolean {
  const isPointing = POINTING.test(text.charAt(0).toLowerCase() + text.slice(1));
  if (text.endsWith('?') || isPointing || words(text).length > LONGEST_KNOWLEDGE) return false;
  const claim = readClaim(text);
  return claim?.single === true && !claim.negated;
}

const knowledgeOf = ({ id, role, speaker, occurredAt }: StoredEpisode, content: string): Finding => ({
  ...KNOWLEDGE,
  ...{ content, category: 'knowledge', episodeIds: [id], entities: entitiesIn(content), validAt: occurredAt },
  metadata: voiceOf({ role, speaker }),
});

/** The names in a text, and whom it is about unless that is nobody by name. */
function entitiesIn(text: string, about = ''): FoundEntity[] {
  const named = findEntities(text).map((found) => ({
    name: found.text,
    type: found.type === 'other' ? 'concept' : found.type,
  }));
  const isNamed = about !== '' && !/^the /i.test(about) && named.every(({ name }) => name !== about);
  return isNamed ? [{ name: about, type: 'person' }, ...named] : named;
}

/** Who said it: recall asks whose words they are. */
const voiceOf = ({ role, speaker }: Pick<StoredEpisode, 'role' | 'speaker'>): Record<string, string> => ({
  role,
  ...(speaker !== undefined && { speaker }),
});
