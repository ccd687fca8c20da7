import { LIKELY } from '../../language/profile/profile-finding.ts';
import { readProfile } from '../../language/profile/read-profile.ts';
import { words } from '../../language/words.ts';
import type { Memory } from '../../model/memory.ts';
import type { ExtractProfile, ProfileUpdate } from './profile-update.ts';

const NAMED = /^\p{Lu}\p{Ll}/u;
const NOBODY = /^(?:user|customer|client|human|guest|speaker|person|anonymous|me)\b/i;

/** By rules, for the fields of the default schema. */
export const extractProfile: ExtractProfile = (memories, held) => {
  const told = memories.filter(({ type, metadata }) => type === 'semantic' && (metadata['role'] ?? 'user') === 'user');
  const known = typeof held['name'] === 'string' ? held['name'] : undefined;
  const speakers = [...new Set(told.flatMap((memory) => speakerOf(memory) ?? []))];
  // Where several speak, only who has the user's name is the user.
  const own = speakers.length === 1 ? speakers : speakers.filter((speaker) => isSameName(speaker, known));
  const names = [...new Set([known, known?.split(' ')[0], ...own].filter((name) => name !== undefined))];
  const spoken = told.filter((memory) => {
    const speaker = speakerOf(memory);
    return speaker === undefined || own.includes(speaker);
  });
  const updates = spoken.flatMap((memory) =>
    readProfile(memory.content, names).map(
      ({ field, value, confidence, isOver }): ProfileUpdate => ({
        ...{ name: field, value, confidence: confidence * memory.confidence, memoryIds: [memory.id] },
        ...(isOver && { isOver }),
      }),
    ),
  );
  const isNamed = known !== undefined || updates.some(({ name }) => name === 'name');
  return isNamed ? updates : [...namedAs(own[0], spoken), ...updates];
};

/** Someone whose turns carry a name is called so, if nobody says otherwise. */
function namedAs(speaker: string | undefined, memories: readonly Memory[]): ProfileUpdate[] {
  if (speaker === undefined || !NAMED.test(speaker) || NOBODY.test(speaker)) return [];
  const said = memories.filter((memory) => speakerOf(memory) === speaker && memory.content.startsWith(speaker));
  return said.map(({ id, confidence }) => ({
    ...{ name: 'name', value: speaker, confidence: LIKELY * confidence, memoryIds: [id] },
  }));
}

function speakerOf({ metadata }: Memory): string | undefined {
  const { speaker } = metadata;
  return typeof speaker === 'string' && speaker.trim() !== '' ? speaker : undefined;
}

const isSameName = (speaker: string, known: string | undefined): boolean =>
  known !== undefined && words(known).includes(words(speaker)[0] ?? '');
