import { expect, test } from 'vitest';
import { hookStatusLines, injectionLines } from './hooks.ts';

const ESCAPE = String.fromCharCode(27);

test('A branch or a log with signs that a terminal obeys is shown without them', () => {
  const branch = `main${ESCAPE}]0;title`;
  const about = { at: '2026-11-19T10:00:00Z', program: 'codex', sessionId: 'codex:s', event: 'prompt' } as const;
  const shown = injectionLines([{ ...about, branch, items: [], silence: 'none', tokens: 0, durationMs: 1 }]);
  const model = { day: '2026-11-19', calls: 0, tokens: 0, budget: undefined };
  const status = hookStatusLines({
    ...{ root: '/repo', branch, db: '/repo/m.db', exists: true, waiting: 0, background: false, model },
    log: [`failed: ${ESCAPE}[2J`],
  });
  expect([...shown, ...status].join('')).not.toContain(ESCAPE);
  expect(shown[0]).toContain('codex, main');
});
