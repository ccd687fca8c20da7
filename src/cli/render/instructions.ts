import { type InstructionProposal, violationText } from '../../context/instructions/custom-instructions.ts';
import { type DiffLine, diffText, lineDiff } from '../../context/instructions/line-diff.ts';
import type { InstructionVersion } from '../../contracts/instruction-store.ts';
import type { InstructionDiff } from '../../operations/instructions.ts';
import { becauseText, count, momentText, withoutControls } from './phrases.ts';
import { versionLines } from './versions.ts';

/** What a change would do, and what stands against it. */
export const proposalLines = ({ text, diff, violations }: InstructionProposal): string[] => [
  ...[...lineDiffLines(diff), ''],
  violations.length === 0 ? 'No rule is broken.' : `Refused in ${count(violations.length, 'place')}.`,
  ...violations.map((violation) => `  ${violationText(violation, text)}`),
];

export const heldLines = (version: InstructionVersion | null): string[] =>
  version === null || version.text === ''
    ? ['There are no instructions now.']
    : [`Version ${version.number} holds, since ${momentText(version.at)}.`];

export const instructionDiffLines = ({ from, to, diff }: InstructionDiff): string[] => [
  `From version ${from} to version ${to}`,
  ...lineDiffLines(diff),
];

/** Each version with the lines it changed. */
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
  if (!diff.some(isChange)) return ['No line changes.'];
  return diff.map(({ kind, line }) => diffText([{ kind, line: withoutControls(line) }]));
}
