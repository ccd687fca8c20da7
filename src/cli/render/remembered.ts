import type { Added } from '../../model/revision.ts';
import { memoryLine } from './memory-line.ts';
import { unitText } from './phrases.ts';
import { table } from './table.ts';

const DID = { created: 'Created', merged: 'Known already, and surer now:' };

/** What was done, and why so. */
export const rememberedLines = ({ memory, did, superseded, doubted, why }: Added): string[] => [
  `${DID[did]} ${memoryLine(memory)}`,
  ...table(
    [
      [`  ${memory.type}`, why.type],
      [`  importance ${unitText(memory.importance)}`, why.importance],
      ...superseded.map((each) => ['  superseded', memoryLine(each)]),
      ...doubted.map((each) => ['  in doubt now', memoryLine(each)]),
    ],
    false,
  ),
];
