import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLocomo } from '../../quality/read/read-locomo.ts';
import { readStories, type Story } from '../../quality/read/read-stories.ts';
import { metricsOf } from '../../quality/score/outcome.ts';
import { hasAny, percentOf, type Ranking, rankScores, rankUnits } from '../../quality/score/rankings.ts';
import { type StoryAnswer, storyOutcome } from '../../quality/score/story-metrics.ts';
import type { Question, Trial } from '../../quality/trial-data.ts';
import type { PeerProcess } from './peer-process.ts';
import type { PeerItem, PeerTurn } from './protocol.ts';

export type Cells = Record<string, number | string>;

/** The system and the bounds of a measurement. */
export interface Measuring {
  readonly peer: PeerProcess;
  /** An empty folder. */
  readonly folder: string;
  /** Of one call. */
  readonly limitMs: number;
  /** Of all calls of a set. */
  readonly maxMs: number;
  readonly recallsSessions: boolean;
  progress(done: number, total: number): void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const [STORY_ITEMS, LOCOMO_ITEMS] = [10, 50];
const STORIES = fileURLToPath(new URL('../../stories/open', import.meta.url));
/** Whose stories no part of the engine was trained on: the newest of the writers left out. */
const WRITERS = /^en-w(16|17|18|19|20)/;
/** A tenth, for `--quick`. */
const QUICK = { stories: 2, locomo: 1, questions: 70 };

export function readSets(data: string, quick: boolean) {
  const stories = readStories(STORIES).filter(({ name }) => WRITERS.test(name));
  const chats = readLocomo(data).map((chat) => ({
    ...chat,
    questions: chat.questions.filter(({ unanswerable }) => unanswerable === undefined),
  }));
  if (!quick) return { stories, chats };
  const asked = chats.slice(0, QUICK.locomo).map((chat) => ({
    ...chat,
    questions: chat.questions.filter((_, at) => at % Math.ceil(chat.questions.length / QUICK.questions) === 0),
  }));
  return { stories: stories.filter((_, at) => at % Math.ceil(stories.length / QUICK.stories) === 0), chats: asked };
}

/** Every question of each trial, put to a memory of its own. */
async function* askAll<Asked extends Question>(
  trials: readonly Trial<Asked>[],
  k: number,
  { peer, folder, limitMs, maxMs, progress }: Measuring,
): AsyncGenerator<{ trial: Trial<Asked>; question: Asked; items: readonly PeerItem[] }> {
  const total = trials.reduce((sum, { sessions, questions }) => sum + sessions.length + questions.length, 0);
  const began = performance.now();
  let done = 0;
  const checkTime = (): void => {
    if (performance.now() - began > maxMs)
      throw new Error(
        `stopped after ${Math.round(maxMs / MINUTE_MS)} minutes, with ${done} of ${total} sessions and questions`,
      );
  };
  for (const [at, trial] of trials.entries()) {
    const own = join(folder, String(at));
    mkdirSync(own, { recursive: true });
    await peer.open(own, limitMs);
    let now = 0;
    for (const { id, startsAt = new Date(now + MINUTE_MS), turns } of trial.sessions) {
      checkTime();
      const recorded = turns.map(({ unit, speaker, role = 'user', content }, place): PeerTurn => {
        now = startsAt.getTime() + place * MINUTE_MS;
        return { id: unit, session: id, speaker, role, time: new Date(now).toISOString(), text: content };
      });
      await peer.record(recorded, limitMs);
      await peer.ready(limitMs);
      progress(++done, total);
    }
    for (const question of trial.questions) {
      checkTime();
      const moment = (question.at ?? new Date(now + DAY_MS)).toISOString();
      yield { trial, question, items: (await peer.recall(question.text, k, moment, limitMs)).result };
      progress(++done, total);
    }
    await peer.close(limitMs);
  }
}

function checkAnswered(answers: readonly { readonly items: readonly unknown[] }[]): void {
  if (answers.every(({ items }) => items.length === 0))
    throw new Error(`answered nothing to any of ${answers.length} questions`);
}

const sessionOf = ({ sessions }: Trial): Map<string, string> =>
  new Map(sessions.flatMap(({ id, turns }) => turns.map(({ unit }) => [unit, id] as const)));

/** A ranking of sessions instead of turns. */
function bySession(trial: Trial, gold: readonly string[], items: readonly PeerItem[], k: number): Ranking {
  const session = sessionOf(trial);
  const sessionsOf = (units: readonly string[]) => units.flatMap((unit) => session.get(unit) ?? []);
  return {
    gold: sessionsOf(gold),
    ranked: rankUnits(
      items.map(({ ids }) => sessionsOf(ids)),
      k,
    ),
  };
}

/** Where a system recalls whole sessions, a turn in them proves little. */
const ofTurns = (cells: Cells, recallsSessions: boolean): Cells =>
  recallsSessions ? Object.fromEntries(Object.keys(cells).map((name) => [name, 'recalls whole sessions'])) : cells;

export async function measureStories(stories: readonly Story[], measuring: Measuring): Promise<Cells> {
  const [answers, sessions]: [StoryAnswer[], Ranking[]] = [[], []];
  for await (const { trial, question, items } of askAll(stories, STORY_ITEMS, measuring)) {
    answers.push({
      ...{ question, story: trial.name, items: items.map(({ ids }) => ids) },
      ...{ withheld: [], confidence: 0, lines: [] },
    });
    if (question.kind !== 'unanswerable') sessions.push(bySession(trial, question.gold, items, 1));
  }
  checkAnswered(answers);
  const figures = metricsOf(answers.map(storyOutcome));
  const figure = (name: string): number => figures[name] ?? Number.NaN;
  return {
    ...ofTurns(
      {
        ...Object.fromEntries([1, 3, 10].map((k) => [`stories.hit@${k}`, figure(`hit@${k}`)])),
        'stories.staleAbove': figure('staleAbove'),
      },
      measuring.recallsSessions,
    ),
    'stories.session@1': percentOf(sessions, (each) => hasAny(each, 1)),
    'stories.falseAnswers': 100 - figure('silent.unanswerable'),
  };
}

export async function measureLocomo(chats: readonly Trial[], measuring: Measuring): Promise<Cells> {
  const answers: { items: readonly PeerItem[] }[] = [];
  const [turns, sessions]: [Ranking[], Ranking[]] = [[], []];
  for await (const { trial, question, items } of askAll(chats, LOCOMO_ITEMS, measuring)) {
    answers.push({ items });
    turns.push({
      gold: question.gold,
      ranked: rankUnits(
        items.map(({ ids }) => ids),
        20,
      ),
    });
    sessions.push(bySession(trial, question.gold, items, 10));
  }
  checkAnswered(answers);
  return {
    ...ofTurns(
      {
        'locomo.any@10': percentOf(turns, (each) => hasAny(each, 10)),
        'locomo.recall@20': percentOf(turns, (each) => rankScores(each)['frac@20'] ?? Number.NaN),
      },
      measuring.recallsSessions,
    ),
    'locomo.session@10': percentOf(sessions, (each) => hasAny(each, 10)),
  };
}
