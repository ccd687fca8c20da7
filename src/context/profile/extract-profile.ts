import { breathe } from '../../breathe.ts';
import type { Languages } from '../../contracts/language.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { words } from '../../text/words.ts';
import type { ExtractProfile, ProfileUpdate } from './schema.ts';

/** How sure it is that who speaks is called as the turn says. */
const SPEAKER_CONFIDENCE = 0.85;
/** Characters in which somebody tells of themselves: all of what is said, the beginning of what is pasted. */
const MOST_READ = 10_000;
const NAMED = /^\p{Lu}\p{Ll}/u;
const NOBODY = /^(?:user|customer|client|human|guest|speaker|person|anonymous|me)\b/i;

/** By rules, for the fields of the default schema. */
export const extractProfile =
  (languages: Languages): ExtractProfile =>
  async (memories, held) => {
    const heard = memories.filter(({ metadata }) => (metadata['role'] ?? 'user') === 'user');
    const told = heard.filter(isFact);
    const known = typeof held['name'] === 'string' ? held['name'] : undefined;
    const introduced = known === undefined ? await introductionIn(heard, languages) : undefined;
    const called = known ?? introduced?.name;
    const speakers = [...new Set(told.flatMap((memory) => speakerOf(memory) ?? []))];
    const isAlone = speakers.filter((speaker) => !isNobody(speaker)).length === 1;
    // Who else speaks is the user only as long as nobody's name is known and nobody beside them speaks.
    const own = speakers.filter(
      (speaker) =>
        isNobody(speaker) ||
        speaker === introduced?.speaker ||
        (called === undefined ? isAlone : isSameName(speaker, called)),
    );
    const names = [...new Set([called, called?.split(' ')[0], ...own].filter((name) => name !== undefined))];
    const spoken = told.filter((memory) => {
      const speaker = speakerOf(memory);
      return speaker === undefined || own.includes(speaker);
    });
    const updates: ProfileUpdate[] = [];
    for (const { id, content: all, confidence: told } of spoken) {
      await breathe();
      const content = all.slice(0, MOST_READ);
      for (const { field, value, confidence, isOver } of languages.of(content).profile(content, names))
        updates.push({
          ...{ name: field, value, confidence: confidence * told, memoryIds: [id] },
          ...(isOver && { isOver }),
        });
    }
    const isTold = updates.some(({ name }) => name === 'name');
    // What a name rests on may end; each turn that carries it is one more.
    const named = own
      .filter((speaker) => (known === undefined ? !isTold : speaker === known))
      .flatMap((speaker) => namedAs(speaker, spoken));
    return [...named, ...updates];
  };

/** Someone whose turns carry a name is called so, if nobody says otherwise. */
function namedAs(speaker: string, memories: readonly Memory[]): ProfileUpdate[] {
  if (!NAMED.test(speaker) || NOBODY.test(speaker)) return [];
  const said = memories.filter((memory) => speakerOf(memory) === speaker && memory.content.startsWith(speaker));
  return said.map(({ id }) => ({ name: 'name', value: speaker, confidence: SPEAKER_CONFIDENCE, memoryIds: [id] }));
}

/** The first who says a name to be called by. */
async function introductionIn(
  memories: readonly Memory[],
  languages: Languages,
): Promise<{ name: string; speaker: string | undefined } | undefined> {
  const inOrder = memories.toSorted((a, b) => happenedAt(a).getTime() - happenedAt(b).getTime());
  for (const memory of inOrder) {
    await breathe();
    const speaker = speakerOf(memory);
    const content = memory.content.slice(0, MOST_READ);
    const language = languages.of(content);
    // "My name is Ana", said by Ana, makes no fact: it is only in the turn, "Ana: My name is Ana".
    const findings =
      speaker === undefined
        ? language.profile(content, [])
        : language.profile(content.replace(`${speaker}: `, ''), [speaker]);
    const name = findings.find(({ field, isOver }) => field === 'name' && !isOver)?.value;
    const isTold = name !== undefined && (isFact(memory) || (speaker !== undefined && isSameName(speaker, name)));
    if (isTold) return { name, speaker };
  }
  return undefined;
}

const isFact = ({ type }: Memory): boolean => type === 'semantic';

/** "User" is whoever speaks; "Speaker 2" is somebody. */
const isNobody = (speaker: string): boolean => NOBODY.exec(speaker)?.[0] === speaker.trim();

function speakerOf({ metadata }: Memory): string | undefined {
  const { speaker } = metadata;
  return typeof speaker === 'string' && speaker.trim() !== '' ? speaker : undefined;
}

const isSameName = (speaker: string, known: string): boolean => words(known).includes(words(speaker)[0] ?? '');
