import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Llm } from '../../../src/contracts/llm.ts';
import type { Story } from '../read/read-stories.ts';

const idealSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      facts: z.array(
        z.looseObject({
          text: z.string(),
          /** The turns that say so. */
          turns: z.array(z.string()),
          about: z.array(z.looseObject({ name: z.string() })).default([]),
          /** Earlier facts that are no longer true because of it, and those that say the same. */
          replaces: z.array(z.string()).default([]),
          same: z.array(z.string()).default([]),
        }),
      ),
      relations: z.array(z.unknown()).default([]),
    }),
  ),
});

const TURN = /^\[(?<number>\d+)\] (?<said>.*)$/;

/** A model that answers of a story's sessions what was written by hand for them, as a large one would; what was written to replace or repeat another does. */
export function idealFor({ sessions }: Story, path: string): Llm {
  const written = idealSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).sessions;
  const units = new Map(
    sessions.flatMap(({ turns }) =>
      turns.map(({ unit, speaker, content }) => [normaliseLine(`${speaker}: ${content}`), unit]),
    ),
  );
  const relations = new Map(
    written.flatMap(({ facts }) =>
      facts.flatMap(({ text, replaces, same }) => [
        ...replaces.map((older) => [`${older}\n${text}`, 'replaces'] as const),
        ...same.map((older) => [`${older}\n${text}`, 'same'] as const),
      ]),
    ),
  );
  return async (_, user) => {
    const lines = user.split('\n');
    if (!lines.includes('What happened:')) {
      const statements = lines.flatMap((line) => TURN.exec(line)?.groups?.['said'] ?? []);
      return JSON.stringify({
        pairs: statements.flatMap((newer, last) =>
          statements.flatMap((older, first) => {
            const is = relations.get(`${older}\n${newer}`);
            return is === undefined ? [] : [{ older: first + 1, newer: last + 1, is }];
          }),
        ),
      });
    }
    const numbers = new Map(
      lines.flatMap((line) => {
        const turn = TURN.exec(line)?.groups;
        const unit = units.get(normaliseLine(turn?.['said'] ?? ''));
        return unit === undefined ? [] : [[unit, Number(turn?.['number'])] as const];
      }),
    );
    const facts = written.flatMap(({ facts: all }) =>
      all.flatMap(({ turns, replaces: _replaces, same: _same, ...fact }) => {
        const from = turns.flatMap((turn) => numbers.get(turn) ?? []);
        return from.length === 0 ? [] : [{ ...fact, from }];
      }),
    );
    const names = new Map(facts.flatMap(({ about }) => about.map((each) => [each.name, each])));
    return JSON.stringify({
      facts: facts.map(({ about: _, ...fact }) => fact),
      names: [...names.values()],
      relations:
        written.find(({ facts: all }) => all.some(({ turns }) => numbers.has(turns[0] ?? '')))?.relations ?? [],
    });
  };
}

/** As a prompt has it: in one line, and long ones cut. */
const normaliseLine = (line: string): string => line.replace(/\s+/g, ' ').trim().slice(0, 200);
