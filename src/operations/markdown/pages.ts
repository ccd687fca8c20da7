import { z } from 'zod';
import { isVerbatimTurn, type Memory, type MemoryType } from '../../model/memory.ts';
import { ownerOf, ownerSchema } from '../../model/scope.ts';
import type { ScopedSouvenir } from '../../souvenir/handle.ts';
import { sha256 } from '../../text/sha256.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { headingText, itemText, plain } from './items.ts';

export const MEMORY_PAGES = {
  'facts.md': { type: 'semantic', title: 'Facts' },
  'events.md': { type: 'episodic', title: 'Events' },
  'procedures.md': { type: 'procedural', title: 'How things are done' },
} as const satisfies Record<string, { type: MemoryType; title: string }>;
export type MemoryPage = keyof typeof MEMORY_PAGES;
export const PROFILE = 'profile.md';
export const INSTRUCTIONS = 'instructions.md';
export const MANIFEST = '.souvenir.json';
export const PAGES: readonly string[] = [...Object.keys(MEMORY_PAGES), PROFILE, INSTRUCTIONS, MANIFEST];

/** The exported state, to distinguish edits from later changes in the memory. */
export const manifestSchema = z.strictObject({
  souvenir: z.literal(1),
  owner: ownerSchema,
  projectId: z.string().optional(),
  /** The page and content hash of each memory. */
  memories: z.record(z.string(), z.tuple([z.string(), z.string()])),
  profile: z.record(z.string(), z.string()),
  instructions: z.string(),
  pages: z.record(z.string(), z.string()).default({}),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const hashOf = (text: string): string => sha256(plain(text)).slice(0, 32);

/** Active memories without verbatim turns, which are not editable. */
export async function editableOf(memory: ScopedSouvenir): Promise<Memory[]> {
  const memories: Memory[] = [];
  const types = Object.values(MEMORY_PAGES).map(({ type }) => type);
  for (let cursor: string | undefined; ; ) {
    const page = await memory.memories.list({ types, limit: 100, ...(cursor !== undefined && { cursor }) });
    memories.push(...page.memories.filter((each) => !isVerbatimTurn(each)));
    await yieldToEventLoop();
    cursor = page.next;
    if (cursor === undefined) return memories;
  }
}

export const profileLine = (name: string, value: unknown): string => `- ${name}: ${JSON.stringify(value)}`;

export async function markdownOf(memory: ScopedSouvenir): Promise<ReadonlyMap<string, string>> {
  await memory.flush();
  const editable = await editableOf(memory);
  const { tenantId, userId, agentId, projectId } = memory.scope;
  const manifest: Manifest = {
    ...{ souvenir: 1, owner: ownerOf({ tenantId, userId, agentId }), ...(projectId !== undefined && { projectId }) },
    ...{ memories: {}, profile: {}, instructions: '', pages: {} },
  };
  const files = new Map<string, string>();
  for (const [name, { type, title }] of Object.entries(MEMORY_PAGES)) {
    const own = editable.filter((each) => each.type === type);
    for (const { id, content } of own) manifest.memories[id] = [name, hashOf(content)];
    const topics = [...Map.groupBy(own, ({ category }) => headingText(category))].sort(([a], [b]) => (a < b ? -1 : 1));
    const parts = topics.map(([heading, each]) =>
      [heading, '', ...each.map(({ id, content }) => itemText(id, content))].join('\n'),
    );
    files.set(name, `${[`# ${title}`, ...parts].join('\n\n')}\n`);
  }
  const profile = Object.entries(await memory.profile.get());
  for (const [name, value] of profile) manifest.profile[name] = hashOf(JSON.stringify(value));
  files.set(PROFILE, `# Profile\n\n${profile.map(([name, value]) => `${profileLine(name, value)}\n`).join('')}`);
  const instructions = (await memory.instructions.current())?.text ?? '';
  manifest.instructions = hashOf(instructions);
  files.set(INSTRUCTIONS, `${plain(instructions)}\n`);
  for (const [name, text] of files) manifest.pages[name] = hashOf(text);
  files.set(MANIFEST, `${JSON.stringify(manifest)}\n`);
  return files;
}
