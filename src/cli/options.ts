import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MemoryStatus, MemoryType } from '../model/memory.ts';
import type { RecallMode } from '../model/recall.ts';
import { readMoment } from '../operations/moment.ts';
import { isDatabase, NO_DATABASE } from './address.ts';
import type { GlobalOptions } from './cli.ts';

/** The choices of options. They repeat the schemas of the model, since loading those would slow every `--help`; a test compares the two. */
export const CHOICES = {
  embedder: ['souvenir', 'hash', 'none'],
  memoryType: ['semantic', 'episodic', 'procedural', 'working'],
  memoryStatus: ['active', 'expired', 'decayed', 'archived', 'superseded', 'forgotten'],
  inactiveStatus: ['expired', 'decayed', 'archived', 'superseded'],
  episodeType: ['userDirective', 'error', 'toolResult', 'decision', 'conversation', 'observation'],
  role: ['user', 'assistant', 'system', 'tool'],
  recallMode: ['relevant', 'recent', 'important', 'frequent', 'temporal', 'changed', 'certain'],
  sort: ['created', 'updated', 'happened', 'importance', 'confidence', 'salience', 'accesses'],
  linkType: ['related', 'derivedFrom', 'contradicts', 'supersedes', 'reinforces'],
  reinforcementReason: ['explicitConfirmation', 'successfulApplication', 'repeatedAccess', 'userCorrection'],
  cycleTask: ['extractPatterns', 'decaySalience', 'strengthen', 'link', 'prune', 'detectContradictions'],
  importFormat: [
    ...(['jsonl', 'json', 'transcript', 'export', 'chatgpt', 'claude', 'messages', 'mem0', 'langgraph'] as const),
    'server-memory',
  ],
  importSource: ['claude-code', 'codex', 'cursor', 'gemini', 'opencode', 'git'],
  bad: ['fail', 'skip'],
  // biome-ignore format: one line
  profileField: ['name', 'health', 'restrictions', 'people', 'home', 'work', 'languages', 'level', 'goals', 'gaps', 'preferences', 'directives'],
  author: ['agent', 'user'],
  audience: ['user', 'tenant'],
  program: ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini', 'opencode', 'zed', 'windsurf'],
} as const;

const numberThat =
  (isFine: (value: number) => boolean, advice: string) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || !isFine(value)) throw new InvalidArgumentError(advice);
    return value;
  };

export const amountValue = numberThat((value) => value > 0, 'It must be a number above 0.');
export const unitValue = numberThat((value) => value >= 0 && value <= 1, 'It must be a number from 0 to 1.');
export const countValue = numberThat(
  (value) => Number.isInteger(value) && value >= 1 && value <= 1000,
  'It must be a whole number from 1 to 1000.',
);
const isWhole = (value: number): boolean => Number.isInteger(value) && value >= 0;
export const wholeValue = numberThat(isWhole, 'It must be a whole number from 0 up.');
const wholeOrNoneValue = numberThat(isWhole, 'It must be a whole number from 0 up, or none.');

/** Stands for `null`, which Commander would drop. */
export type None = 'none';

export const noneAsNull = <Value>(value: Value | None): Value | null => (value === 'none' ? null : value);

const budgetValue = (text: string): number | None => (text === 'none' ? text : wholeOrNoneValue(text));

export function pathValue(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the path of a file.');
  return text;
}

export function databaseValue(text: string): string {
  if (!isDatabase(text)) throw new InvalidArgumentError(NO_DATABASE);
  return text;
}

export function nameValue(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

export function dateValue(text: string): Date {
  const moment = readMoment(text);
  if (moment === undefined)
    throw new InvalidArgumentError('It must be a date such as 2024-05-01 or 2024-05-01T10:00Z.');
  return moment;
}

export const dateOrNoneValue = (text: string): Date | None => (text === 'none' ? text : dateValue(text));

type JsonObject = Record<string, ReturnType<typeof JSON.parse>>;

function objectValue(text: string): JsonObject {
  const refusal = new InvalidArgumentError('It must be a JSON object such as {"source":"wiki"}.');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    throw refusal;
  }
  throw refusal;
}

export function jsonValue(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An option that may be repeated, optionally restricted to `choices`. */
export const listValue =
  (choices?: readonly string[]) =>
  (text: string, before: readonly string[] = []): string[] => {
    if (choices !== undefined && !choices.includes(text))
      throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`);
    return [...before, nameValue(text)];
  };

export const choiceOption = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices);

export const addAboutOptions = (command: Command): Command =>
  command
    .addOption(choiceOption('--type <type>', 'the type of memory', CHOICES.memoryType))
    .option('--category <name>', 'the category, such as fact or preference', nameValue)
    .option('--importance <0-1>', 'the importance', unitValue)
    .option('--confidence <0-1>', 'the confidence', unitValue)
    .option('--metadata <json>', 'your own data, a JSON object', objectValue);

export interface AboutFlags {
  readonly type?: MemoryType;
  readonly category?: string;
  readonly importance?: number;
  readonly confidence?: number;
  readonly metadata?: JsonObject;
}

export function aboutInput({ type, category, importance, confidence, metadata }: AboutFlags) {
  return { type, category, importance, confidence, metadata };
}

const addFilterOptions = (command: Command): Command =>
  command
    .option(
      '--type <type>',
      `only memories of this type: ${CHOICES.memoryType.join(', ')}; repeatable`,
      listValue(CHOICES.memoryType),
    )
    .option('--component <name>', 'only memories of this component; repeatable', listValue())
    .option('--category <name>', 'only memories of this category; repeatable', listValue())
    .option('--entity <name>', 'only memories that mention this name; repeatable', listValue())
    .option('--min-importance <0-1>', 'the minimum importance', unitValue)
    .option('--min-salience <0-1>', 'the minimum salience', unitValue)
    .option('--from <date>', 'only what happened at this date or later', dateValue)
    .option('--to <date>', 'only what happened at this date or earlier', dateValue);

interface FilterFlags {
  readonly type?: MemoryType[];
  readonly component?: string[];
  readonly category?: string[];
  readonly entity?: string[];
  readonly minImportance?: number;
  readonly minSalience?: number;
  readonly from?: Date;
  readonly to?: Date;
}

function filterInput(options: GlobalOptions & FilterFlags) {
  const { session, type, component, category, entity, minImportance, minSalience, from, to } = options;
  const filters = { types: type, components: component, categories: category, entities: entity };
  return { sessionId: session, ...filters, minImportance, minSalience, from, to };
}

export const addSelectionOptions = (command: Command): Command =>
  addFilterOptions(
    command.option(
      '--status <status>',
      `only memories of this status instead of active ones: ${CHOICES.memoryStatus.join(', ')}; repeatable`,
      listValue(CHOICES.memoryStatus),
    ),
  );

export interface SelectionFlags extends FilterFlags {
  readonly status?: MemoryStatus[];
}

export function selectionInput(options: GlobalOptions & SelectionFlags) {
  return { ...filterInput(options), statuses: options.status };
}

export const addSearchOptions = (command: Command): Command =>
  command
    .option('-k, --top-k <count>', 'the maximum number of results', countValue)
    .option('--token-budget <tokens>', 'the token budget; none for no limit', budgetValue)
    .option('--threshold <0-1>', 'the minimum confidence of a result', unitValue)
    .option('--min-score-share <0-1>', 'drop items below this share of the best score', unitValue)
    .option('--as-of <date>', 'recall as of this moment', dateValue);

export interface SearchFlags {
  readonly topK?: number;
  readonly tokenBudget?: number | None;
  readonly threshold?: number;
  readonly minScoreShare?: number;
  readonly asOf?: Date;
}

export function searchInput({ topK, tokenBudget, threshold, minScoreShare, asOf }: SearchFlags) {
  return { topK, tokenBudget: noneAsNull(tokenBudget), threshold, minScoreShare, asOf };
}

export const addRecallOptions = (command: Command): Command =>
  addSearchOptions(addFilterOptions(command))
    .addOption(choiceOption('--mode <mode>', 'the order', CHOICES.recallMode))
    .option(
      '--include <status>',
      `include memories that are ${CHOICES.inactiveStatus.join(', ')}; repeatable`,
      listValue(CHOICES.inactiveStatus),
    )
    .option('--no-touch', 'do not count this recall as use');

export interface RecallFlags extends FilterFlags, SearchFlags {
  readonly mode?: RecallMode;
  readonly include?: (typeof CHOICES.inactiveStatus)[number][];
  readonly touch: boolean;
}

export function recallInput(options: GlobalOptions & RecallFlags) {
  const { mode, include, touch } = options;
  return { ...filterInput(options), ...searchInput(options), mode, include, touch };
}
