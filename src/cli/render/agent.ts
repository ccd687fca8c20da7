import type { OperationResult } from '../cli.ts';
import { memoryLine } from './memories.ts';
import { bold, count, dayText, momentText, oneLine, textTable, versionLines, withoutControls } from './text.ts';

type Persona = OperationResult<'persona.current'>;

const personaText = ({ text }: Persona): string[] => text.split('\n').map(withoutControls);

export function personaLines(persona: Persona): string[] {
  if (persona.text === '') return ['The agent has no identity: set one in the configuration file.'];
  const since = persona.since === undefined ? '' : `, since ${momentText(persona.since)}`;
  return [bold(`version ${persona.version}${since}`), ...personaText(persona)];
}

export const personaVersionsLines = (versions: readonly Persona[]): string[] =>
  versions.length === 0
    ? ['There are none.']
    : versions.flatMap((each) => versionLines(each.version, each.since ?? new Date(0), '', personaText(each)));

export const matchedLines = (matches: OperationResult<'procedures.match'>): string[] =>
  matches.length === 0
    ? ['Nothing: no playbook fits.']
    : matches.flatMap(({ taskType, text, score }) => [
        bold(`${oneLine(taskType)}  ${score.toFixed(2)}`),
        ...text.split('\n').map((line) => `   ${withoutControls(line)}`),
      ]);

export const learntLines = ({ memory, procedures }: OperationResult<'procedures.learn'>): string[] => [
  `Kept ${memoryLine(memory)}`,
  ...procedures.map((procedure) => `A procedure now: ${memoryLine(procedure)}`),
];

const percent = (rate: number): string => `${Math.round(rate * 100)} %`;

export const outcomesLines = (records: OperationResult<'procedures.records'>, width?: number): string[] =>
  textTable(
    ['task', 'succeeded', 'attempts', 'last', 'last notes'],
    records.map(({ taskType, successRate, attempts, lastAt, lastNotes }) => [
      ...[taskType, percent(successRate), String(attempts), dayText(lastAt), lastNotes.at(-1)?.notes ?? ''],
    ]),
    width,
  );

export const toolsLines = (records: OperationResult<'procedures.tools'>, width?: number): string[] =>
  textTable(
    ['tool', 'succeeded', 'calls', 'last', 'parameters'],
    records.map(({ tool, successRate, calls, lastUsedAt, parameters, lastError }) => {
      const error = lastError === undefined ? '' : `  last error: ${lastError}`;
      return [tool, percent(successRate), String(calls), dayText(lastUsedAt), `${JSON.stringify(parameters)}${error}`];
    }),
    width,
  );

export function recordedLines(recorded: OperationResult<'record'>): string[] {
  if (!('kept' in recorded)) return [recorded.id];
  return recorded.kept ? [`Kept ${recorded.episode.id}: ${recorded.why}.`] : [`Left out: ${recorded.why}.`];
}

export const settingLines = (configured: OperationResult<'memories.recordSetting'>): string[] =>
  configured.kept ? [`Kept ${memoryLine(configured.memory)}`] : [`Left out: ${configured.why}.`];

export const summaryLines = ({ text, tokens, cut }: OperationResult<'profile.summary'>): string[] =>
  text === ''
    ? ['The profile is empty.']
    : [
        ...text.split('\n').map(withoutControls),
        ...(cut.length === 0
          ? []
          : ['', `${count(tokens, 'token')}; left out: ${cut.map(({ name }) => name).join(', ')}.`]),
      ];
