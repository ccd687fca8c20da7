import { useState } from 'preact/hooks';
import { memory } from '../../memory.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';

const KINDS = { list: 'a list, one entry per line', text: 'one text', json: 'JSON' } as const;
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
}

export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const [name, setName] = useState(field?.name ?? '');
  const [{ kind, text }, setTyped] = useState(() => typedOf(field?.value));
  const [reason, setReason] = useState('');
  const { isBusy, error, act } = useAct();
  return (
    <Dialog title={field === undefined ? 'Set a field' : `Change ${field.name}`} onClose={onClose}>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const because = reason.trim() === '' ? {} : { reason: reason.trim() };
          const isDone = await act(async () => {
            await memory.value.profile.set({ [name.trim()]: valueIn(kind, text) }, because);
            return { text: `${name.trim()} is set.` };
          });
          if (isDone) onClose();
        }}
      >
        {error !== undefined && <Failure error={error} />}
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
          Reason (optional)
          <input value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            Set
          </button>
        </div>
      </form>
    </Dialog>
  );
}
