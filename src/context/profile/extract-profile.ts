import { type Languages, mayBePerson, USER } from '../../contracts/language.ts';
import { type ProfileFieldName, profileFieldOf, type Reader } from '../../contracts/reader.ts';
import { type Memory, PERSONALITY } from '../../model/memory.ts';
import { withoutPrompt } from '../../model/without-prompt.ts';
import { type IsUser, isGenericSpeaker, isSameName, isUserLabel } from '../../reconcile/voices.ts';
import type { ExtractProfile, ProfileUpdate } from './schema.ts';

const SPEAKER_CONFIDENCE = 0.85;
/** Statements with a lower chance of lasting fill no field. */
const MIN_LASTS = 0.5;
const MAX_STATEMENT_CHARS = 500;
/** Components whose facts are about the agent and its surroundings, not about the user. */
const AGENT_COMPONENTS: ReadonlySet<string> = new Set([PERSONALITY, 'environmental']);
/** This component stores its reading of a sentence in `kind`; `kind` of others may mean anything. */
const DURABLE = 'durable';
const NAMED = /^\p{Lu}\p{Ll}/u;
const FIRST_WORD_OR_I = /^\P{L}*\p{L}+|\bI\b(?:['’]\p{L}+)?/gu;
const CAPITALISED = /\p{Lu}[\p{L}'’-]{0,40}(?: (?:(?:de|da|del|van|von|der|al) )?\p{Lu}[\p{L}'’-]{0,40}){0,3}/gu;

/**
 * Fills the fields of the default schema with statements of the user in their own words, as the reader classifies them.
 */
export const extractProfile =
  (languages: Languages, reader: Reader | undefined): ExtractProfile =>
  async (memories, values, { signal, isUser } = {}) => {
    const statements = memories.filter(
      ({ type, component, metadata }) =>
        type === 'semantic' && !AGENT_COMPONENTS.has(component) && (metadata['role'] ?? 'user') === 'user',
    );
    const knownName = typeof values['name'] === 'string' ? values['name'] : undefined;
    const own = ownStatements(statements, isUser);
    const fields = await fieldsOf(own, reader, knownName, languages, signal);
    const updates = own.flatMap((memory, at): ProfileUpdate[] => {
      const name = fields[at];
      const statement = withoutSpeaker(memory);
      // A wish in the words of another would be another's order.
      const text = name === 'directives' || name === 'name' ? withoutPrompt(statement) : statement;
      const value = name === 'name' ? nameWithSpeaker(calledIn(text, languages), speakerOf(memory)) : text;
      if (name === undefined || value === undefined) return [];
      return [{ name, value, confidence: memory.confidence, memoryIds: [memory.id] }];
    });
    // Each statement whose speaker has the known name is further evidence for it, because other evidence may end.
    const named = updates.some(({ name }) => name === 'name') ? [] : own.flatMap(speakerNameUpdates);
    return [...named.filter(({ value }) => knownName === undefined || value === knownName), ...updates];
  };

/** A named speaker is the user if nobody else has spoken. */
function ownStatements(memories: readonly Memory[], isUser: IsUser | undefined): Memory[] {
  const spoken = memories.filter(({ metadata }) => metadata['role'] !== undefined || metadata['speaker'] !== undefined);
  const voices = new Set(spoken.map(speakerOf).map((speaker = '') => (isUserLabel(speaker) ? '' : speaker)));
  const isOwn = (speaker: string) => isUser?.(speaker) ?? (isUserLabel(speaker) || voices.size === 1);
  return memories.filter((memory) => {
    const speaker = speakerOf(memory);
    return withoutSpeaker(memory).length <= MAX_STATEMENT_CHARS && (speaker === undefined || isOwn(speaker));
  });
}

async function fieldsOf(
  memories: readonly Memory[],
  reader: Reader | undefined,
  knownName: string | undefined,
  languages: Languages,
  signal: AbortSignal | undefined,
): Promise<(ProfileFieldName | undefined)[]> {
  const isRead = ({ component, metadata }: Memory) => component === DURABLE && metadata['kind'] !== undefined;
  const unread = memories.filter((memory) => !isRead(memory) && languages.of(memory.content).code === 'en');
  const read =
    unread.length === 0 || reader?.sentences === undefined
      ? []
      : await reader.sentences(
          unread.map((memory) => ({ text: inFirstPerson(memory, knownName), role: 'user' as const })),
          { signal },
        );
  const readings = new Map(unread.map((memory, at) => [memory, read[at]]));
  return memories.map((memory) => {
    const reading = readings.get(memory);
    if (isRead(memory)) return memory.metadata['field'] as ProfileFieldName | undefined;
    if (reading === undefined || reading.lasts < MIN_LASTS) return undefined;
    return profileFieldOf(reading);
  });
}

/**
 * The first name in a statement of a person's name. "The code name of the shop is
 * Bluebird." names a thing.
 */
function calledIn(text: string, languages: Languages): string | undefined {
  const language = languages.of(text);
  const claim = language.claim(text);
  if (claim?.single === true && claim.subject !== USER) return undefined;
  const person = language.names(text).find(mayBePerson);
  return person?.text ?? text.replace(FIRST_WORD_OR_I, '').match(CAPITALISED)?.[0];
}

const nameWithSpeaker = (name: string | undefined, speaker: string | undefined): string | undefined =>
  name === undefined || speaker === undefined || isGenericSpeaker(speaker) || isSameName(speaker, name)
    ? name
    : `${name} (${speaker})`;

function speakerNameUpdates(memory: Memory): ProfileUpdate[] {
  const speaker = speakerOf(memory);
  if (speaker === undefined || !NAMED.test(speaker) || isGenericSpeaker(speaker) || !memory.content.startsWith(speaker))
    return [];
  return [{ name: 'name', value: speaker, confidence: SPEAKER_CONFIDENCE, memoryIds: [memory.id] }];
}

function speakerOf({ metadata: { speaker } }: Memory): string | undefined {
  return typeof speaker === 'string' && speaker.trim() !== '' ? speaker : undefined;
}

function withoutSpeaker(memory: Memory): string {
  const speaker = speakerOf(memory);
  return speaker !== undefined && memory.content.startsWith(`${speaker}: `)
    ? memory.content.slice(speaker.length + 2)
    : memory.content;
}

/**
 * A statement about the user by name is rewritten in the first person: the reader would take it for one about somebody
 * else.
 */
function inFirstPerson(memory: Memory, knownName: string | undefined): string {
  const text = withoutSpeaker(memory);
  const names = [speakerOf(memory), knownName, knownName?.split(' ')[0], 'The user'].filter(
    (name) => name !== undefined,
  );
  for (const name of names) {
    const rest = text.slice(name.length);
    if (!text.startsWith(name)) continue;
    if (rest.startsWith(' ')) return `I${rest}`;
    if (/^['’]s? /.test(rest)) return `My${rest.slice(rest.indexOf(' '))}`;
  }
  return text;
}
