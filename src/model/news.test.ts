import { describe, expect, it } from 'vitest';
import type { StoredEpisode } from './episode.ts';
import { MEMORY_BLOCK_CLOSE, MEMORY_BLOCK_OPEN, withoutRecalled } from './memory-block.ts';

const episode = (content: string, metadata = {}): StoredEpisode => ({
  ...{ id: 'e', tenantId: 't', userId: 'u', agentId: 'a', sessionId: 's', position: 1 },
  ...{ type: 'conversation', role: 'user', importance: 0.4, occurredAt: new Date(0), content, metadata },
});
const BLOCK = `${MEMORY_BLOCK_OPEN}\n- [episodic 2026-01-01] Ben: old news\n${MEMORY_BLOCK_CLOSE}`;

describe('news', () => {
  it('is the text that did not come from memory', () => {
    const received = [
      episode(BLOCK),
      episode('echoed', { recalled: true }),
      episode(`${BLOCK}\nAnd now this.`),
      episode('Plain.'),
    ];
    expect(withoutRecalled(received).map(({ content }) => content)).toEqual(['And now this.', 'Plain.']);
  });
});
