import type { CompositionAudit, SectionAudit } from '../../compose/audit.ts';
import { citationOf } from '../../context/documents/chunk-document.ts';
import type { FoundChunk } from '../../contracts/document-store.ts';
import type { RetrievalVerdict } from '../../contracts/policies.ts';
import type { ComposedTurn } from '../../operations/turn.ts';
import type { TurnOutcome } from '../../turn/turn.ts';
import { count, cut, oneLine } from './phrases.ts';
import { bold } from './style.ts';
import { table } from './table.ts';

/** What was recorded once there is a reply, the prompt before that. */
export const turnLines = ({ text, outcome }: ComposedTurn): string[] =>
  outcome === undefined ? [text] : outcomeLines(outcome);

const outcomeLines = ({ recorded, skipped }: TurnOutcome): string[] => [
  `Recorded ${count(recorded.length, 'turn')}.`,
  ...skipped.map(({ role, why }) => `Left out what the ${role} said: ${why}.`),
];

/** Tokens of each section, what was cut, and whether memory was asked. */
export function auditLines(turn: ComposedTurn): string[] {
  const { sections } = turn.audit;
  const [head = '', ...body] = table([HEADS, ...sections.map(sectionRow), totalRow(turn.audit)], true);
  const left = sections.flatMap((section) => cutRows(section, saidBy(turn)));
  return [
    ...[bold(head), ...body],
    ...(left.length === 0 ? [] : ['', bold('cut'), ...table(left, false)]),
    ...['', retrievalLine(turn.retrieval)],
  ];
}

const HEADS = ['section', 'tokens', 'budget', 'items', 'cut'];
const MOST_SAID = 80;
const WHY = { overSectionBudget: 'over the budget of its section', overTotalBudget: 'over the budget of the whole' };

const sectionRow = ({ name, tokens, budget, included, cut }: SectionAudit): string[] =>
  [name, tokens, budget ?? '', included.length, cut.length].map(String);

const totalRow = ({ tokens, budget }: CompositionAudit): string[] => ['whole', String(tokens), String(budget), '', ''];

const cutRows = ({ name, cut: left }: SectionAudit, said: ReadonlyMap<string, string>): string[][] =>
  left.map(({ id, why }) => [`  ${name}`, WHY[why], cut(oneLine(said.get(id) ?? id), MOST_SAID)]);

/** What is behind the ids of memories and passages that were cut. */
const saidBy = ({ cut: { memories, documents } }: ComposedTurn): ReadonlyMap<string, string> =>
  new Map([...memories.map(({ id, content }) => [id, content] as const), ...documents.map(citedById)]);

const citedById = (item: FoundChunk) => [item.id, citationOf(item)] as const;

const retrievalLine = ({ retrieve, reasons, skipped }: RetrievalVerdict): string =>
  retrieve
    ? `Memory was asked: ${reasons.map(({ because }) => oneLine(because)).join('; ')}.`
    : `Memory was not asked: ${oneLine(skipped ?? 'the policy says so')}.`;
