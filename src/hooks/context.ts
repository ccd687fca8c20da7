import type { ScopedSouvenir } from '../souvenir/handle.ts';

/** What a program is given from memory, and why; or why nothing. */
export interface Injection {
  readonly text?: string;
  readonly items: readonly { readonly memoryId: string; readonly content: string; readonly reason: string }[];
  readonly silence?: string;
  readonly tokens: number;
}

const CHARS_PER_TOKEN = 4;

export async function sessionBlock(
  memory: ScopedSouvenir,
  { maxTokens }: { readonly maxTokens: number; readonly branch?: string },
): Promise<Injection> {
  const { memories } = await memory.memories.list({ limit: 20 });
  return injectionOf(
    memories.map(({ id, content }) => ({ memoryId: id, content, reason: 'recent' })),
    maxTokens,
  );
}

export async function promptBlock(
  memory: ScopedSouvenir,
  prompt: string,
  { maxTokens, given }: { readonly maxTokens: number; readonly given: ReadonlySet<string> },
): Promise<Injection> {
  const { items, reason } = await memory.recall(prompt, { topK: 5, touch: false });
  const fresh = items.filter(({ id }) => !given.has(id));
  if (fresh.length === 0) return { items: [], silence: reason ?? 'everything was given before', tokens: 0 };
  return injectionOf(
    fresh.map(({ id, content }) => ({ memoryId: id, content, reason: 'relevant' })),
    maxTokens,
  );
}

function injectionOf(items: Injection['items'], maxTokens: number): Injection {
  const text = items
    .map(({ content }) => `- ${content}`)
    .join('\n')
    .slice(0, maxTokens * CHARS_PER_TOKEN);
  return items.length === 0
    ? { items, silence: 'nothing is stored yet', tokens: 0 }
    : { text, items, tokens: Math.ceil(text.length / CHARS_PER_TOKEN) };
}
