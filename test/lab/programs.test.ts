import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeLab, type Lab, scan } from './support.ts';

const SESSION = 'claude-code:7d3b1c52';
const at = (minutes: number) => new Date(Date.UTC(2026, 9, 2, 9, minutes)).toISOString();

/** What hooks leave: turns of two sessions, and notes of what they gave. */
async function plant(lab: Lab): Promise<string> {
  const own = lab.served.souvenir.for({});
  const about = { program: 'claude-code', branch: 'feat/queue', cwd: '.' };
  await lab.served.souvenir.for({ sessionId: SESSION }).recordAll([
    {
      content: 'We use SQLite for the job queue. The key is AKIAIOSFODNN7EXAMPLE.',
      occurredAt: at(1),
      metadata: about,
    },
    {
      ...{ content: '`npm test` failed: database is locked', role: 'tool', type: 'error', occurredAt: at(2) },
      metadata: { ...about, tool: 'Bash', success: false },
    },
    { content: 'The queue uses SQLite now.', role: 'assistant', occurredAt: at(4), metadata: about },
  ]);
  await lab.served.souvenir
    .for({ sessionId: 'codex:0199d2f0:reviewer' })
    .recordAll([{ content: 'Nothing to say.', role: 'assistant', occurredAt: at(0), metadata: { program: 'codex' } }]);
  const { memory: known } = await own.memories.add('Tests run with --no-threads.', { category: 'command' });
  const { memory: forgotten } = await own.memories.add('The queue uses Redis.', { category: 'decision' });
  await own.memories.forget(forgotten.id);
  const { id } = known;
  const note = (minutes: number, fields: object) => ({
    ...{ at: at(minutes), program: 'claude-code', sessionId: SESSION, branch: 'feat/queue', tokens: 0, ...fields },
  });
  const item = (memoryId: string, reason: string) => ({ memoryId, reason });
  const notes = [
    note(0, {
      ...{ event: 'sessionStart', tokens: 21, durationMs: 80 },
      items: [item(id, 'it holds for this repository'), item(forgotten.id, 'it is a decision')],
    }),
    note(3, { event: 'prompt', items: [], silence: 'nothing was sure enough' }),
  ];
  await mkdir(lab.served.hookFolder);
  const lines = [...notes.map((each) => JSON.stringify(each)), 'damaged', '{"at":'];
  await appendFile(join(lab.served.hookFolder, 'injections.jsonl'), lines.join('\n'));
  return id;
}

describeLab('the programs view of the Lab', (lab) => {
  let memoryId: string;
  beforeAll(async () => {
    memoryId = await plant(lab);
  });
  const url = () => `${lab.served.origin}/lab/`;

  it('lists the sessions of coding agents with program, branch and counts, latest first', async () => {
    const page = await lab.page({ url: url(), at: 'programs' });
    const rows = page.getByRole('region', { name: 'Sessions of coding agents' }).getByRole('listitem');
    await rows.nth(1).waitFor();
    const first = rows.nth(0);
    await first.getByText('on feat/queue').waitFor();
    expect(await first.textContent()).toMatch(/claude-code7d3b1c52.*3 turns captured, 1 injected, 1 silence/);
    expect(await rows.nth(1).textContent()).toMatch(/codex0199d2f0subagent reviewer.*1 turn captured, 0 injected/);
    await scan(page);
  });

  it('shows in a session what was captured, injected and kept out, in the order of time', async () => {
    const page = await lab.page({ url: url(), at: 'programs' });
    await page.getByRole('link', { name: '7d3b1c52' }).press('Enter');
    const session = page.getByRole('region', { name: /^claude-code 7d3b1c52/ });
    await session.getByText('Captured: 1 prompt, 1 answer, 1 tool call.').waitFor();
    await session.getByText('Kept out: 1 secret.').waitFor();
    const texts = await session.locator('ol > li').allTextContents();
    expect(texts).toEqual([
      expect.stringMatching(
        /^injected.*at the start.*21 tokensTests run with --no-threads\. because it holds for this repository/,
      ),
      expect.stringMatching(/^user.*kept out: .*We use SQLite for the job queue/),
      expect.stringMatching(/^Bashfailed.*npm test.*database is locked/),
      expect.stringMatching(/^nothing injected.*on the prompt.*nothing was sure enough/),
      expect.stringMatching(/^assistant.*The queue uses SQLite now\./),
    ]);
    expect(await session.getByRole('link', { name: 'Tests run' }).getAttribute('href')).toBe(`#/memories/${memoryId}`);
    await scan(page);
    await session.getByRole('link', { name: 'All sessions' }).press('Enter');
    await page.getByRole('region', { name: 'Sessions of coding agents' }).waitFor();
  });

  it('shows nothing of a memory that was forgotten since, and no key', async () => {
    const page = await lab.page({ url: url(), at: `programs/${encodeURIComponent(SESSION)}` });
    await page.getByText('1 memory in it: forgotten or erased since.').waitFor();
    const body = (await page.locator('body').textContent()) ?? '';
    expect(body).not.toContain('Redis');
    expect(body).not.toContain('AKIA');
  });

  it('says how to begin where no program has a session, and shows nobody else the sessions of hooks', async () => {
    const page = await lab.page({ at: 'programs' });
    await page.getByText('No sessions of coding agents yet').waitFor();
    await scan(page);
  });
});
