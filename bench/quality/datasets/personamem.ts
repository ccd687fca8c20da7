import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { cosineOf } from '../../fidelity/cosine.ts';
import type { Dataset } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { runTrials } from '../run/trial.ts';
import type { Outcome } from '../score/outcome.ts';
import type { Question, Session, Trial } from '../trial-data.ts';

const contextSchema = z.record(z.string(), z.array(z.object({ role: z.string(), content: z.string() })));
const TOP = 10;

interface ChoiceQuestion extends Question {
  readonly options: readonly string[];
  readonly right: number;
}

/**
 * Long chats of a user, by size, and questions with four answers to choose from. Nothing of the data names evidence, so what is measured is whether
 * what is recalled is nearer, by the embedder, to the right answer than to the others: one in four is chance.
 */
export const personamem: Dataset = async (context) => {
  const trials = readPersonamem(join(context.folder, 'personamem'));
  const turns = new Map(
    trials.flatMap(({ sessions }) => sessions.flatMap((session) => session.turns.map((turn) => [turn.unit, turn]))),
  );
  const answered = await runTrials(trials, context);
  const outcomes: Record<'souvenir' | 'keyword', Outcome[]> = { souvenir: [], keyword: [] };
  for (const { question, group, answer, keyword } of answered) {
    const { options, right, section } = question;
    const given = {
      souvenir: answer.items.map(({ content }) => content),
      keyword: keyword.map(({ unit }) => turns.get(unit)?.content ?? ''),
    };
    for (const system of ['souvenir', 'keyword'] as const) {
      const chosen = await nearest(options, given[system].slice(0, TOP), context.embedder);
      outcomes[system].push({ section, group, scores: { choice: Number(chosen === right) } });
    }
  }
  return { n: answered.length, outcomes };
};

async function nearest(
  options: readonly string[],
  texts: readonly string[],
  embedder: Parameters<Dataset>[0]['embedder'],
): Promise<number | undefined> {
  if (texts.length === 0) return undefined;
  const vectors = await embedder.embed([...options, ...texts]);
  const likeness = options.map((_, at) =>
    Math.max(...texts.map((_, text) => cosineOf(vectors[at], vectors[options.length + text]))),
  );
  return likeness.indexOf(Math.max(...likeness));
}

/** `questions_32k.csv` beside `shared_contexts_32k.jsonl`, and the same for other sizes. */
export function readPersonamem(folder: string): Trial<ChoiceQuestion>[] {
  const files = globSync('questions_*.csv', { cwd: folder }).sort();
  if (files.length === 0) throw Object.assign(new Error(`no questions_*.csv in ${folder}`), { code: 'ENOENT' });
  return files.flatMap((file) => {
    const section = basename(file, '.csv').replace('questions_', '');
    const lines = readJsonl(join(folder, `shared_contexts_${section}.jsonl`), contextSchema);
    const contexts = new Map(lines.flatMap((line) => Object.entries(line)));
    const rows = csvRows(readFileSync(join(folder, file), 'utf8'));
    return [...Map.groupBy(rows, (row) => row['shared_context_id'] ?? '')].map(([id, asked]) =>
      trialOf(`${section} ${id}`, section, contexts.get(id) ?? [], asked),
    );
  });
}

/** A question sees the messages before its end index; the persona in a system message is not said by anybody. */
function trialOf(
  name: string,
  section: string,
  messages: readonly { readonly role: string; readonly content: string }[],
  rows: readonly Readonly<Record<string, string>>[],
): Trial<ChoiceQuestion> {
  const endOf = (row: Readonly<Record<string, string>>) => Number(row['end_index_in_shared_context']);
  const ends = [...new Set([0, ...rows.map(endOf), messages.length])].sort((a, b) => a - b);
  const sessions = ends.map((from, at): Session => {
    const turns = messages
      .slice(from, ends[at + 1])
      .flatMap(({ role, content }, offset) =>
        role === 'user' || role === 'assistant' ? [{ unit: `${name}#${from + offset}`, role, content } as const] : [],
      );
    return { id: String(from), turns };
  });
  return {
    name,
    sessions: sessions.slice(0, -1),
    questions: rows.map((row) => {
      const labels = optionsOf(row['all_options'] ?? '');
      const right = labels.findIndex(({ label }) => label === (row['correct_answer'] ?? '').trim());
      if (right < 0) throw new Error(`${name}: the right answer ${row['correct_answer']} is not among the options`);
      return {
        ...{ text: row['user_question_or_message'] ?? '', gold: [], section, right },
        options: labels.map(({ text }) => text),
        ...(endOf(row) < messages.length && { beforeSession: String(endOf(row)) }),
      };
    }),
  };
}

/** A list as Python or JSON writes it: each option begins with its letter in brackets. */
const optionsOf = (text: string): { label: string; text: string }[] =>
  text.split(/(?:^\[|,\s*)["'](?=\([a-z]\))/).flatMap((part) => {
    const [, label, option] = /^(\([a-z]\))\s*(.*?)["']?\]?$/s.exec(part.trim()) ?? [];
    return label === undefined || option === undefined ? [] : [{ label, text: option }];
  });

/** The rows of a CSV file with a head; a quoted cell may hold commas, line ends and doubled quotes. */
function csvRows(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  const [head = [], ...body] = rows.filter((row) => row.length > 1 || row[0] !== '');
  return body.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}
