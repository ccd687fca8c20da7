import type { DiffLine } from '../../../src/context/instructions/line-diff.ts';
import './line-diff.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ' } as const;

/** Changed lines, marked by sign and colour, and by a word for screen readers. */
export const LineDiff = ({ lines }: { readonly lines: readonly DiffLine[] }) =>
  lines.every(({ kind }) => kind === 'same') ? (
    <p class="soft">Nothing changes.</p>
  ) : (
    <ul class="diff">
      {lines.map(({ kind, line }, at) => (
        <li key={`${at} ${line}`} class={kind}>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          <span>
            <span class="hidden">{SPOKEN[kind]}</span>
            <bdi dir="auto">{line}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
