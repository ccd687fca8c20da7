import type { CompositionAudit, SectionAudit } from '../../compose/audit.ts';
import { citationOf } from '../../context/documents/chunk-document.ts';
import type { IngestReport } from '../../context/documents/ingest-document.ts';
import { type InstructionProposal, violationText } from '../../context/instructions/custom-instructions.ts';
import { type DiffLine, diffText, lineDiff } from '../../context/instructions/line-diff.ts';
import { readable } from '../../context/profile/schema.ts';
import type { ChunkMatch, DocumentSearchResult, StoredChunk, StoredDocument } from '../../contracts/document-store.ts';
import type { InstructionVersion } from '../../contracts/instruction-store.ts';
import type { ProfileField, ProfileVersion } from '../../contracts/profile-store.ts';
import type { OperationResult } from '../cli.ts';
import {
  becauseText,
  bold,
  count,
  cut,
  dayText,
  dim,
  momentText,
  oneLine,
  table,
  textTable,
  unitText,
  versionLines,
  withoutControls,
} from './text.ts';

const FIELD_HEADS = ['field', 'sure', 'source', 'since', 'value'];

export interface ShownProfile extends OperationResult<'profile.details'> {
  /** The profile as a prompt shows it; absent for a time in the past. */
  readonly summary?: OperationResult<'profile.summary'>;
}

export const profileLines = ({ fields, summary }: ShownProfile, width?: number): string[] => [
  ...textTable(FIELD_HEADS, fields.map(fieldRow), width),
  ...(summary === undefined || summary.text === ''
    ? []
    : ['', bold(`in a prompt (${count(summary.tokens, 'token')})`), ...summary.text.split('\n').map(oneLine)]),
];

const fieldRow = (field: ProfileField): string[] => [
  ...[field.name, unitText(field.confidence), field.source, dayText(field.since), valueText(field)],
];

export const profileHistoryLines = (versions: readonly ProfileVersion[]): string[] =>
  versions.length === 0
    ? ['The field never had a value.']
    : versions.flatMap((field) => {
        const says = field.value === undefined ? 'cleared' : `${valueText(field)}, ${unitText(field.confidence)} sure`;
        return versionLines(field.version, field.since, `${field.source}${becauseText(field.reason)}`, [says]);
      });

const valueText = ({ value }: ProfileField): string => (value === undefined ? '' : oneLine(readable(value)));

export const proposalLines = ({ text, diff, violations }: InstructionProposal): string[] => [
  ...[...lineDiffLines(diff), ''],
  violations.length === 0 ? 'No rule is broken.' : `Refused in ${count(violations.length, 'place')}.`,
  ...violations.map((violation) => `  ${violationText(violation, text)}`),
];

export const currentVersionLines = (version: InstructionVersion | null): string[] =>
  version === null || version.text === ''
    ? ['There are no instructions now.']
    : [`Version ${version.number} is current, since ${momentText(version.at)}.`];

export const instructionDiffLines = ({ from, to, diff }: OperationResult<'instructions.diff'>): string[] => [
  `From version ${from} to version ${to}`,
  ...lineDiffLines(diff),
];

export const instructionVersionsLines = (versions: readonly InstructionVersion[]): string[] =>
  versions.length === 0
    ? ['There are none.']
    : versions.flatMap(({ number, at, author, reason, restores, text }, index) => {
        const back = restores === undefined ? '' : `, back to ${restores}`;
        const changed = lineDiff(versions[index - 1]?.text ?? '', text).filter(isChange);
        return versionLines(number, at, `${author}${back}${becauseText(reason)}`, lineDiffLines(changed));
      });

const isChange = ({ kind }: DiffLine): boolean => kind !== 'same';

function lineDiffLines(diff: readonly DiffLine[]): string[] {
  if (!diff.some(isChange)) return ['No lines differ.'];
  return diff.map(({ kind, line }) => diffText([{ kind, line: withoutControls(line) }]));
}

export const addedLines = (reports: readonly IngestReport[]): string[] =>
  reports.map(
    ({ documentId, mediaType, chunks, added, removed, kept: unchanged }) =>
      `${oneLine(documentId)} (${mediaType}): ${count(chunks, 'chunk')}, ${added} new, ${unchanged} unchanged, ${removed} removed`,
  );

const DOCUMENT_HEADS = ['id', 'type', 'chunks', 'shared with', 'changed', 'title'];

export const documentsLines = (documents: readonly StoredDocument[], width?: number): string[] =>
  textTable(
    DOCUMENT_HEADS,
    documents.map(({ id, mediaType, chunks, sharedWith, updatedAt, title }) => [
      ...[id, mediaType, String(chunks), sharedWith, dayText(updatedAt), title],
    ]),
    width,
  );

/** Best first, each under its document and heading; or the reason why there are none. */
export const passagesLines = ({ items, reason }: DocumentSearchResult): string[] =>
  items.length === 0 ? [`Nothing: ${reason ?? 'no document was found'}.`] : items.flatMap(passageLines);

const passageLines = (item: ChunkMatch, at: number): string[] => [
  `${String(at + 1).padStart(2)}. ${bold(item.score.toFixed(2))}  ${oneLine(citationOf(item))}  ${dim(oneLine(item.documentId))}`,
  `          ${oneLine(item.text)}`,
];

export const chunksLines = (chunks: readonly StoredChunk[]): string[] =>
  chunks.flatMap(({ headings, text }) => [bold(oneLine(headings.join(' › '))), `   ${oneLine(text)}`]);

/** The outcome once there is a reply, else the prompt. */
export const turnLines = ({ text, outcome }: OperationResult<'turn'>): string[] =>
  outcome === undefined ? [text] : outcomeLines(outcome);

const outcomeLines = ({ recorded, skipped }: NonNullable<OperationResult<'turn'>['outcome']>): string[] => [
  `Recorded ${count(recorded.length, 'turn')}.`,
  ...skipped.map(({ role, why }) => `Did not record the ${role}: ${why}.`),
];

export function auditLines(turn: Pick<OperationResult<'turn'>, 'audit' | 'cut' | 'retrieval'>): string[] {
  const { sections } = turn.audit;
  const [head = '', ...body] = table([SECTION_HEADS, ...sections.map(sectionRow), totalRow(turn.audit)], true);
  const rows = sections.flatMap((section) => cutRows(section, contentById(turn)));
  return [
    ...[bold(head), ...body],
    ...(rows.length === 0 ? [] : ['', bold('cut'), ...table(rows)]),
    ...['', retrievalLine(turn.retrieval)],
  ];
}

const SECTION_HEADS = ['section', 'tokens', 'budget', 'items', 'cut'];
const MAX_TEXT_WIDTH = 80;
const CUT_REASONS = {
  overSectionBudget: 'over the section budget',
  overTotalBudget: 'over the total budget',
};

const sectionRow = ({ name, tokens, budget, included, cut }: SectionAudit): string[] =>
  [name, tokens, budget ?? '', included.length, cut.length].map(String);

const totalRow = ({ tokens, budget }: CompositionAudit): string[] => ['whole', String(tokens), String(budget), '', ''];

const cutRows = ({ name, cut: cutItems }: SectionAudit, contents: ReadonlyMap<string, string>): string[][] =>
  cutItems.map(({ id, why }) => [`  ${name}`, CUT_REASONS[why], cut(oneLine(contents.get(id) ?? id), MAX_TEXT_WIDTH)]);

const contentById = ({
  cut: { memories, documents },
}: Pick<OperationResult<'turn'>, 'cut'>): ReadonlyMap<string, string> =>
  new Map([...memories.map(({ id, content }) => [id, content] as const), ...documents.map(citedById)]);

const citedById = (item: ChunkMatch) => [item.id, citationOf(item)] as const;

const retrievalLine = ({ retrieve, reasons, skipped }: OperationResult<'turn'>['retrieval']): string =>
  retrieve
    ? `Recall ran: ${reasons.map(({ because }) => oneLine(because)).join('; ')}.`
    : `Recall did not run: ${oneLine(skipped ?? 'the retrieval policy decided so')}.`;
