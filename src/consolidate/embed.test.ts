import { describe, expect, it } from 'vitest';
import { episodic } from '../components/index.ts';
import type { Embedder } from '../contracts/embedder.ts';
import { hashEmbedder } from '../embedders/index.ts';
import { createSouvenir, defineAgent, type EpisodeInput, memoryStore } from '../index.ts';

/** Tells what it is asked to embed. */
function listening(fields: Partial<Embedder> = {}) {
  const received: string[] = [];
  const { embed } = hashEmbedder();
  const embedder: Embedder = {
    id: 'listening',
    embed(texts) {
      received.push(...texts);
      return embed(texts);
    },
    ...fields,
  };
  return { embedder, received };
}
type Turn = EpisodeInput & { readonly sessionId: string; readonly projectId?: string };
const joined = (turn: string, before: string) => `${turn} < ${before}`;

async function reported(fields: Partial<Embedder>, turns: readonly Turn[], consolidates = true) {
  const { embedder, received } = listening(fields);
  const agents = defineAgent({ components: [episodic()] });
  const souvenir = await createSouvenir({ store: memoryStore(), agents, embedder, reader: null });
  for (const { sessionId, projectId, ...turn } of turns)
    await souvenir.for({ sessionId, ...(projectId && { projectId }) }).record(turn);
  await souvenir.for().flush();
  await (consolidates ? souvenir.for().consolidate() : souvenir.for().recall('Which bank does Ana use?'));
  await souvenir.close();
  return received;
}

const ASKED = { content: 'Which bank pays the cards out?', role: 'assistant', sessionId: 'pay' } as const;
const REPLY = { content: 'Adyen, since the spring.', speaker: 'Ana', sessionId: 'pay' } as const;

describe('the text that is embedded', () => {
  it('is a turn with the one before it if the embedder joins turns', async () => {
    expect(await reported({ joined }, [ASKED, REPLY])).toEqual([
      'assistant: Which bank pays the cards out?',
      'Ana: Adyen, since the spring. < assistant: Which bank pays the cards out?',
    ]);
  });

  it('is the same for a waiting turn', async () => {
    expect(await reported({ joined }, [ASKED, REPLY], false)).toContain(
      'Ana: Adyen, since the spring. < assistant: Which bank pays the cards out?',
    );
  });

  it('is the turn alone for other embedders, other sessions and unknown languages', async () => {
    const alone = [ASKED.content, 'Ana: Adyen, since the spring.'];
    expect(await reported({}, [ASKED, REPLY])).toEqual(alone);
    expect(await reported({ joined }, [ASKED, { ...REPLY, sessionId: 'other' }])).toContain(alone[1]);
    const german = { ...REPLY, content: 'Seit dem Frühjahr ist das die Sparkasse, und ich bin sehr zufrieden.' };
    expect(await reported({ joined, languages: ['en'] }, [ASKED, german])).toContain(`Ana: ${german.content}`);
  });

  it('excludes earlier turns of the same speaker or another project, and forgotten or recalled ones', async () => {
    const alone = 'Ana: Adyen, since the spring.';
    expect(await reported({ joined }, [{ ...ASKED, speaker: 'Ana', role: 'user' }, REPLY])).toContain(alone);
    expect(await reported({ joined }, [{ ...ASKED, projectId: 'secret' }, REPLY])).toContain(alone);
    expect(await reported({ joined }, [{ ...ASKED, metadata: { recalled: true } }, REPLY])).toContain(alone);
    const { embedder, received } = listening({ joined });
    const agents = defineAgent({ components: [episodic()] });
    const store = memoryStore();
    const parts = { store, agents, reader: null, embedder: null } as const;
    const souvenir = await createSouvenir(parts);
    const session = souvenir.for({ sessionId: 'pay' });
    for (const { sessionId: _, ...turn } of [ASKED, REPLY]) await session.record(turn);
    await session.consolidate();
    const [asked] = (await session.memories.list({})).memories.filter(({ content }) => content === ASKED.content);
    await session.memories.forget(asked?.id ?? '');
    const later = await createSouvenir({ ...parts, embedder, embedInBackground: false });
    await later.for().consolidate();
    expect(received).toEqual([alone]);
    await later.close();
  });
});
