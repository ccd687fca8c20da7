import { expect, it } from 'vitest';
import { describeLab, scan } from './support.ts';

describeLab('the timeline of the Lab', (lab) => {
  it('the timeline shows and links the new and superseded memories of each consolidation', async () => {
    const page = await lab.page({ at: 'timeline' });
    const { consolidations, sessions } = await lab.memory.timeline();
    const runs = page.getByRole('region', { name: 'Consolidations' }).getByRole('row');
    await runs.nth(1).waitFor();
    await expect.poll(() => runs.count()).toBe(consolidations.length + 1);
    const listed = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => listed.count()).toBe(sessions.length);
    for (const { sessionId, episodes } of sessions) {
      const session = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: sessionId, exact: true }) });
      expect(await session.textContent()).toContain(`${sessionId}${episodes} turn`);
    }

    const replacing = consolidations.findIndex(({ superseded }) => superseded > 0);
    await runs
      .nth(consolidations.length - replacing)
      .getByRole('button')
      .click();
    const changes = page.getByRole('region', { name: 'What changed' });
    await changes.getByRole('heading', { name: /^Replaced/ }).waitFor();
    const { from, to } = consolidations[replacing] as (typeof consolidations)[number];
    const { superseded, created } = await lab.memory.memories.diff({ from, to });
    await expect.poll(() => changes.getByText('superseded', { exact: true }).count()).toBe(superseded.length);
    const link = changes.getByRole('link', { name: /^Open memory/ }).first();
    expect(created.map(({ memoryId }) => `#/memories/${memoryId}`)).toContain(await link.getAttribute('href'));
    await scan(page);
  });

  it('the timeline opens on a month, and a click on a bar selects its bucket', async () => {
    const page = await lab.page({ at: 'timeline' });
    const { buckets } = await lab.memory.timeline();
    const ends = page.locator('input[type=datetime-local]');
    const chosenAt = async (at: number) => Date.parse(await ends.nth(at).inputValue());
    await expect.poll(async () => (await chosenAt(1)) - (await chosenAt(0))).toBeGreaterThan(60_000);
    const bars = page.locator('.bar.turns');
    const first = buckets.findIndex(({ episodes }) => episodes > 0);
    await bars.nth(first).click({ force: true });
    await page.waitForURL(/from=/);
    const chosen = new URLSearchParams(page.url().split('?').at(-1));
    expect(Date.parse(chosen.get('from') ?? '')).toBe(+(buckets[first]?.from ?? 0) - 1);
    await expect.poll(() => page.locator('.ends .between').count()).toBe(3);
  });

  it('the counts of the timeline equal its lists, or it links to the rest', async () => {
    const { from, to, buckets } = await lab.memory.timeline();
    const learnt = buckets.reduce((sum, { memoriesCreated }) => sum + memoriesCreated, 0);
    const page = await lab.page({ at: 'timeline' });
    await page.getByRole('button', { name: 'Whole time' }).click();
    const { created } = await lab.memory.memories.diff({ from: new Date(+from - 1), to });
    await page.getByRole('heading', { name: `Learnt ${created.length}` }).waitFor();
    await page.getByText(`${learnt} were learnt; ${learnt - created.length} of them`).waitFor();
  });

  it('the timeline compares two moments, selected by keyboard alone', async () => {
    const page = await lab.page({ at: 'timeline' });
    const [from, to] = [
      page.getByRole('slider', { name: 'Compare from' }),
      page.getByRole('slider', { name: 'Compare to' }),
    ];
    await from.focus();
    await page.keyboard.press('Home');
    await to.focus();
    await page.keyboard.press('End');
    const whole = await lab.memory.timeline();
    const { created } = await lab.memory.memories.diff({ from: new Date(+whole.from - 1), to: whole.to });
    await page.getByRole('heading', { name: `Learnt ${created.length}` }).waitFor();
    await page.keyboard.press('Home');
    await page.getByText('No changes in this period.').waitFor();
    const end = await to.getAttribute('aria-valuetext');
    await expect.poll(() => from.getAttribute('aria-valuetext')).toBe(end);
  });

  it('opens the conversation of a session with what was learnt from each turn, and goes back', async () => {
    const page = await lab.page({ at: 'timeline' });
    const [session] = (await lab.memory.timeline()).sessions;
    const { sessionId } = session as { sessionId: string };
    await page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: sessionId }).press('Enter');
    const conversation = page.getByRole('region', { name: `Session ${sessionId}` });
    const { turns } = await lab.memory.sessions.turns({ sessionId });
    for (const { content } of turns) await conversation.getByText(content.trim().slice(0, 60)).first().waitFor();
    await conversation.getByText('Memories from this turn').first().waitFor();
    await page.locator(':focus', { hasText: `Session ${sessionId}` }).waitFor();
    await scan(page);
    await page.getByRole('button', { name: 'All sessions' }).press('Enter');
    await page.getByRole('region', { name: 'Consolidations' }).waitFor();
  });

  it('shows hostile, long and empty text as text, on a phone too', async () => {
    const other = lab.served.souvenir.for({ userId: 'odd', sessionId: '<b>s</b>' });
    await other.recordAll([
      { content: '<img src=x onerror=alert(1)><script>alert(2)</script>' },
      { content: '‮مرحبا بالعالم 🦉' },
      { content: `long ${'x'.repeat(100_000)}` },
    ]);
    const page = await lab.page({
      url: lab.url.replace('userId=ana', 'userId=odd'),
      at: `timeline/${encodeURIComponent('<b>s</b>')}`,
      viewport: { width: 390, height: 800 },
    });
    await page.getByText('<script>alert(2)</script>').waitFor();
    await page.getByRole('button', { name: 'Show all 100,005 characters' }).waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  it('the timeline reports an empty memory and an unknown session', async () => {
    const url = lab.url.replace('userId=ana', 'userId=nobody');
    await (await lab.page({ url, at: 'timeline' })).getByText('No events yet').waitFor();
    await (await lab.page({ at: 'timeline/gone' })).getByText('No turns to read').waitFor();
  });
});
