import { z } from 'zod';
import type { Clock } from '../contracts/clock.ts';
import type { ProfileUser } from '../contracts/profile-store.ts';
import {
  entityPages,
  episodePages,
  everySession,
  histories,
  memoryPages,
  ownersOf,
  type Store,
} from '../contracts/store.ts';
import { withSpeaker } from '../model/episode.ts';
import { type Memory, memoryStatusSchema } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { scopeIdSchema } from '../model/primitives.ts';
import { DEFAULT_OWNER, EVERYONE, type Owner, SHARED_PREFIX } from '../model/scope.ts';

export const exportUserSchema = z.strictObject({
  tenantId: scopeIdSchema.default(DEFAULT_OWNER.tenantId),
  userId: scopeIdSchema.refine((id) => id !== EVERYONE, `${EVERYONE} stands for every user of a tenant`),
});
/** The person whose data is exported. */
export type ExportedUser = Readonly<z.input<typeof exportUserSchema>>;

export interface UserExportContext {
  readonly store: Store;
  readonly clock: Clock;
  /** The stores of this user's data that the export does not read. */
  readonly externalStores: readonly string[];
  readonly recorder: { flush(): Promise<void> };
  followProfile(user: ProfileUser): Promise<unknown>;
}

/** Exports all data about a person as Markdown, piece by piece, with outdated and forgotten memories marked as such. */
export async function* exportUser(context: UserExportContext, given: ExportedUser): AsyncGenerator<string> {
  const { tenantId, userId } = parse(exportUserSchema, given, 'exportUser');
  const { store, clock } = context;
  // Episodes that cannot be written now are no part of the store yet.
  await context.recorder.flush().catch(() => {});
  await context.followProfile({ tenantId, userId });
  const targetOwners = await ownersOf(store, { tenantId, userId });
  yield `# What is held about ${userId}\n\n`;
  yield `As of ${clock.now().toISOString()}${tenantId === DEFAULT_OWNER.tenantId ? '' : `, in ${tenantId}`}.\n`;
  if (targetOwners.length === 0) yield '\nNothing.\n';
  for (const targetOwner of targetOwners) {
    yield `\n## ${titleOf(targetOwner)}\n`;
    yield* memoriesOf(store, targetOwner);
    yield* namesOf(store, targetOwner);
    yield* turnsOf(store, targetOwner);
  }
  if (context.externalStores.length > 0) yield `\nNot read: ${context.externalStores.join(', ')}, stored elsewhere.\n`;
}

const titleOf = ({ agentId }: Owner): string => {
  if (!agentId.startsWith(SHARED_PREFIX)) return `Agent ${agentId}`;
  const shared = agentId.slice(SHARED_PREFIX.length);
  return shared.startsWith('.') ? `${shared.charAt(1).toUpperCase()}${shared.slice(2)}` : `Shared as ${shared}`;
};

/** Collapses whitespace, so that the text neither ends a list nor begins a heading. */
const inLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const day = (moment: Date): string => moment.toISOString().slice(0, 10);

async function* memoriesOf(store: Store, targetOwner: Owner): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of memoryPages(store, targetOwner, { statuses: memoryStatusSchema.options })) {
    const versionsById = await histories(
      store,
      targetOwner,
      page.map(({ id }) => id),
    );
    for (const memory of page) {
      if (isFirst) yield '\n### Memories\n\n';
      isFirst = false;
      const versions = versionsById.get(memory.id) ?? [];
      const earlierTexts = [...new Set(versions.map((version) => inLine(version.memory.content)))].slice(0, -1);
      yield `- ${inLine(memory.content)} (${notesOn(memory).join(', ')})\n`;
      for (const content of earlierTexts) yield `  - before: ${content}\n`;
      if (Object.keys(memory.metadata).length > 0) yield `  - with: ${inLine(JSON.stringify(memory.metadata))}\n`;
    }
  }
}

const notesOn = ({ component, category, status, createdAt, validAt, projectId }: Memory): string[] => [
  ...[`${component}: ${category}`, `learnt ${day(createdAt)}`],
  ...(validAt === undefined ? [] : [`of ${day(validAt)}`]),
  ...(status === 'active' ? [] : [status]),
  ...(projectId === undefined ? [] : [`project ${projectId}`]),
];

async function* namesOf(store: Store, targetOwner: Owner): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of entityPages(store, targetOwner)) {
    if (isFirst) yield '\n### Names\n\n';
    isFirst = false;
    for (const { name, type, aliases = [] } of page) yield `- ${[name, ...aliases].map(inLine).join(', ')} (${type})\n`;
  }
}

async function* turnsOf(store: Store, targetOwner: Owner): AsyncGenerator<string> {
  for (const { sessionId } of await everySession(store, targetOwner)) {
    yield `\n### Conversation ${inLine(sessionId)}\n\n`;
    for await (const page of episodePages(store, targetOwner, { sessionId, withHidden: true }))
      for (const turn of page)
        yield `- ${turn.occurredAt.toISOString()} ${inLine(withSpeaker(turn))}${turn.hiddenBy === undefined ? '' : ' (forgotten)'}\n`;
  }
}
