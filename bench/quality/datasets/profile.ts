import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Dataset, oneOf } from '../dataset.ts';
import { readStories } from '../read/read-stories.ts';
import { memoryUnderTest } from '../run/memory-under-test.ts';
import { percentOf } from '../score/rankings.ts';

const FOLDER = fileURLToPath(new URL('../../profiles', import.meta.url));
const turnsOf = z.object({ turns: z.array(z.string()) });
const momentsSchema = z.object({
  story: z.string(),
  moments: z.array(
    z.object({ after: z.string(), holds: z.array(turnsOf.extend({ field: z.string() })), gone: z.array(turnsOf) }),
  ),
});
/** Each statement of a named speaker is evidence for their name, so that field rests on turns that do not say it. */
const NAME = 'name';

/**
 * What the profile says of the users of `bench/profiles` at three moments each: which of the entries of a careful reader rest on a turn of which the
 * profile has a statement, and how many statements come from a turn that by then says only what is over, joked, supposed or another's.
 */
export const profile: Dataset = async (context) => {
  const momentsOf = new Map(
    globSync('*.json', { cwd: FOLDER })
      .map((name) => momentsSchema.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
      .map(({ story, moments }) => [story, moments]),
  );
  const [matches, statement]: [boolean[], ('right' | 'gone' | 'other')[]] = [[], []];
  for (const story of oneOf(context.every, readStories(FOLDER))) {
    const memory = await memoryUnderTest(context);
    for (const session of story.sessions) {
      await memory.ingest(session);
      for (const { holds, gone: removed } of momentsOf.get(story.name)?.filter(({ after }) => after === session.id) ??
        []) {
        const stated = await memory.profileTurns();
        const [right, over] = [holds, removed].map((entries) => new Set(entries.flatMap(({ turns }) => turns)));
        matches.push(
          ...holds.map((entry) =>
            stated.some(
              ({ field, turns }) =>
                (field === NAME) === (entry.field === NAME) && turns.some((turn) => entry.turns.includes(turn)),
            ),
          ),
        );
        statement.push(
          ...stated.map(({ turns }) => {
            if (turns.some((turn) => right?.has(turn))) return 'right';
            return turns.some((turn) => over?.has(turn)) ? 'gone' : 'other';
          }),
        );
      }
    }
    await memory.close();
  }
  return {
    n: matches.length,
    figures: {
      found: percentOf(matches, Boolean),
      right: percentOf(statement, (each) => each === 'right'),
      stale: percentOf(statement, (each) => each === 'gone'),
      statements: statement.length,
    },
  };
};
