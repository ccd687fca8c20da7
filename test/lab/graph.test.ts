import { expect, it } from 'vitest';
import { plantGraph } from './planted-graph.ts';
import { describeLab, scan } from './support.ts';

describeLab('the graph of the Lab', (lab) => {
  const idOf = async (name: string): Promise<string> => {
    const [entity] = await lab.memory.entities.list({ containing: name });
    return (entity as { id: string }).id;
  };

  it('the graph draws entities and lists them', async () => {
    const page = await lab.page({ at: 'graph' });
    const { entities } = await lab.memory.entities.graph();
    const nodes = page.getByRole('group', { name: 'Drawing of entities and relationships' }).getByRole('button');
    await nodes.first().waitFor();
    await expect.poll(() => nodes.count()).toBe(entities.length);
    const listed = page.getByRole('region', { name: 'Entities', exact: true }).getByRole('listitem');
    await listed.first().waitFor();
    await expect.poll(() => listed.count()).toBe(entities.length);
    const [most] = await lab.memory.entities.list();
    const named = `${most?.memories} memories, ${most?.relationships} relationships`;
    await listed.first().getByText(named).waitFor();
    await page.locator('svg[aria-busy=false]').waitFor();
    const apart = async () => {
      const [one, other] = [await nodes.nth(0).boundingBox(), await nodes.nth(1).boundingBox()];
      return Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));
    };
    const before = await apart();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(apart).toBeGreaterThan(before);
    await scan(page);
  });

  it('the graph finds and selects an entity, with links to its memories and neighbours', async () => {
    const page = await lab.page({ at: 'graph' });
    await page.getByRole('searchbox', { name: 'Find an entity' }).fill('ANA');
    await page.getByText('1 entity found').waitFor();
    await page.getByRole('region', { name: 'Entities', exact: true }).getByRole('link', { name: 'Ana' }).press('Enter');
    const panel = page.getByRole('region', { name: 'Ana' });
    await panel.waitFor();
    const { entity, memories, entities, relationships } = await lab.memory.entities.around({ id: await idOf('ana') });
    const nameOf = (id: string | undefined) => [entity, ...entities].find((each) => each.id === id)?.name;
    const [tie] = relationships;
    await panel.getByText(`${nameOf(tie?.fromId)} ${tie?.relation} ${nameOf(tie?.toId)}`).waitFor();
    const links = panel.getByRole('link', { name: /^Open memory:/ });
    const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    await expect.poll(hrefs).toEqual(memories.slice(0, 20).map(({ id }) => `#/memories/${id}`));
    await page.locator('#chosen:focus').waitFor();
    const { length } = (await lab.memory.entities.graph()).entities;
    await expect.poll(() => page.locator('.node.is-far').count()).toBe(length - 1 - entities.length);

    await panel.getByRole('button', { name: 'Show only its neighbours' }).click();
    await expect.poll(() => page.locator('.node').count()).toBe(1 + entities.length);
    await scan(page);
    await panel
      .getByRole('link', { name: entities[0]?.name ?? '' })
      .first()
      .click();
    await page.getByRole('region', { name: entities[0]?.name ?? '' }).waitFor();
    await expect.poll(() => page.locator('.node').count()).toBeGreaterThanOrEqual(1 + entities.length);
    await page.getByRole('button', { name: 'Draw everything' }).click();
    await expect.poll(() => page.locator('.node').count()).toBe(length);
    await page.getByRole('link', { name: 'All entities' }).click();
    await page.getByRole('region', { name: 'Entities', exact: true }).waitFor();
  });

  it('the graph is operated by keyboard alone', async () => {
    const page = await lab.page({ at: 'graph' });
    // While places settle, an arrow may lead to another.
    await page.locator('svg[aria-busy="false"]').waitFor();
    await page.locator('.node[tabindex="0"]').focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const first = await focused();
    expect(first).toMatch(/^Ana, person, /);
    const { entities } = await lab.memory.entities.around({ id: await idOf('ana') });
    const reached = new Set<string>();
    for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      await page.locator('.node').first().focus();
      await page.keyboard.press('Escape');
      await page.keyboard.press(arrow);
      reached.add((await focused()).split(',')[0] as string);
    }
    expect(entities.some(({ name }) => reached.has(name))).toBe(true);
    await page.keyboard.press('Enter');
    const name = (await focused()).split(',')[0] as string;
    await page.getByRole('region', { name }).waitFor();
    expect((await focused()).split(',')[0]).toBe(name);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Entities', exact: true }).waitFor();
  });

  it('the graph is readable with a thousand entities, and shows more names when zoomed in', {
    tags: ['long'],
  }, async () => {
    const planted = await plantGraph(lab.served, 'many');
    const page = await lab.page({ url: lab.url.replace('userId=ana', 'userId=many'), at: 'graph' });
    await page.getByRole('heading', { name: '1,000 entities' }).waitFor();
    await expect.poll(() => page.locator('.node').count(), { timeout: 20_000 }).toBe(1000);
    await page.locator('svg[aria-busy="false"]').waitFor({ timeout: 60_000 });
    const names = () => page.locator('.name').allTextContents();
    const before = await names();
    expect(before).toContain(planted.mostNamed);
    expect(await overlapping(page)).toBe(0);
    for (let times = 0; times < 6; times++) await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => (await names()).length).toBeGreaterThan(before.length);
  });

  it('the graph reports a missing entity, or an empty graph, on a phone too', async () => {
    const removed = await lab.page({
      at: 'graph/01M3ZHJSVBMWSBK3ARTN43V9ZZ',
      viewport: { width: 390, height: 800 },
      expects: /404/,
    });
    await removed.getByRole('alert').getByText('there is no entity').waitFor();
    expect(await removed.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const none = await lab.page({ url: lab.url.replace('userId=ana', 'userId=nobody'), at: 'graph' });
    await none.getByText('No entities yet').waitFor();
  });
});

type Page = Awaited<ReturnType<Parameters<Parameters<typeof describeLab>[1]>[0]['page']>>;

/** How many pairs of names cover each other on the page. */
const overlapping = (page: Page): Promise<number> =>
  page.locator('.name').evaluateAll((names) => {
    const boxes = names.map((name) => name.getBoundingClientRect());
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
    return boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => isOver(a, b))).length;
  });
