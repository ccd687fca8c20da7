import { readable } from '../../context/profile/schema.ts';
import type { ProfileField, ProfileVersion } from '../../contracts/profile-store.ts';
import type { ShownProfile } from '../../operations/profile.ts';
import { becauseText, count, dayText, oneLine, unitText } from './phrases.ts';
import { bold } from './style.ts';
import { textTable } from './text-table.ts';
import { versionLines } from './versions.ts';

const HEADS = ['field', 'sure', 'source', 'since', 'value'];

/** The fields, then what of them a prompt says. */
export const profileLines = ({ fields, summary }: ShownProfile, width?: number): string[] => [
  ...textTable(HEADS, fields.map(fieldRow), width),
  ...(summary === undefined || summary.text === ''
    ? []
    : ['', bold(`in a prompt (${count(summary.tokens, 'token')})`), ...summary.text.split('\n').map(oneLine)]),
];

const fieldRow = (field: ProfileField): string[] => [
  ...[field.name, unitText(field.confidence), field.source, dayText(field.since), valueText(field)],
];

export const profileHistoryLines = (versions: readonly ProfileVersion[]): string[] =>
  versions.length === 0
    ? ['It never had a value.']
    : versions.flatMap((field) => {
        const says = field.value === undefined ? 'cleared' : `${valueText(field)}, ${unitText(field.confidence)} sure`;
        return versionLines(field.version, field.since, `${field.source}${becauseText(field.reason)}`, [says]);
      });

const valueText = ({ value }: ProfileField): string => (value === undefined ? '' : oneLine(readable(value)));
