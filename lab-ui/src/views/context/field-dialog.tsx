import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Done } from '../../parts/done.tsx';
import { useAct } from '../../parts/use-act.ts';

const KINDS = { list: 'a list, one entry a line', text: 'one text', json: 'JSON' } as const;
type Kind = keyof typeof KINDS;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes('\n'));

function typedOf(value: unknown): { readonly kind: Kind; readonly text: string } {
  if (value === undefined || value === null) return { kind: 'list', text: '' };
  if (isTexts(value)) return { kind: 'list', text: value.join('\n') };
  return typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'json', text: JSON.stringify(value) };
}

function valueIn(kind: Kind, text: string): unknown {
  if (kind === 'text') return text.trim();
  if (kind === 'json') return JSON.parse(text);
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

interface FieldDialogProps {
  readonly field: { readonly name: string; readonly value?: unknown } | undefined;
  readonly onClose: () => void;
  /** Rejects where the value does not fit; the dialog then stays. */
  readonly onSet: (name: string, value: unknown, reason: string) => Promise<void>;
}

export function FieldDialog({ field, onClose, onSet }: FieldDialogProps) {
  const [name, setName] = useState(field?.name ?? '');
  const [{ kind, text }, setTyped] = useState(() => typedOf(field?.value));
  const [reason, setReason] = useState('');
  const act = useAct();
  return (
    <Dialog title={field === undefined ? 'Set a field' : `Change ${field.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          act.run(async () => {
            await onSet(name.trim(), valueIn(kind, text), reason.trim());
            return '';
          });
        }}
      >
        <Done act={act} />
        {field === undefined && (
          <label>
            Field
            <input value={name} required onInput={({ currentTarget }) => setName(currentTarget.value)} />
          </label>
        )}
        <label>
          Value
          <textarea
            rows={4}
            required
            value={text}
            onInput={({ currentTarget }) => setTyped({ kind, text: currentTarget.value })}
          />
        </label>
        <label>
          Written as
          <select value={kind} onChange={({ currentTarget }) => setTyped({ kind: currentTarget.value as Kind, text })}>
            {Object.entries(KINDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          Why (may be empty)
          <input value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={act.isBusy}>
            Set
          </button>
        </div>
      </form>
    </Dialog>
  );
}
