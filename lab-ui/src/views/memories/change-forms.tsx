import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Memory } from '../../../../src/index.ts';
import { percent } from '../../parts/numbers.ts';
import type { Acting } from '../../parts/use-act.ts';
import { correct, update } from './acts.ts';
import { type Draft, setDraft } from './drafts.ts';
import { TYPES } from './filters.ts';

export interface FormProps {
  readonly memory: Memory;
  readonly act: Acting['act'];
  readonly isBusy: boolean;
  readonly onClose: () => void;
}
type DraftProps = FormProps & { readonly draft: Draft };

export function Form({
  label,
  submit,
  isBusy,
  onSubmit,
  onClose,
  children,
}: {
  readonly label: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  return (
    <form
      ref={formRef}
      class="card"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          {submit}
        </button>
      </div>
    </form>
  );
}

/** Fields untouched in the draft follow the memory, also when another tab changes it. */
export function CorrectForm({ memory, draft, act, isBusy, onClose }: DraftProps) {
  const content = draft.content ?? memory.content;
  return (
    <Form
      {...{ label: 'Correct this memory', submit: 'Correct', isBusy, onClose }}
      onSubmit={() => act(() => correct(memory, content))}
    >
      <Words
        label="The correct content"
        value={content}
        onGiven={(given) => setDraft(memory.id, { ...draft, content: given })}
      />
      <p class="soft">A new memory supersedes this one, which stays in the history.</p>
    </Form>
  );
}

export function EditForm({ memory, draft, act, isBusy, onClose }: DraftProps) {
  const { form: _, ...change } = draft;
  const { content, type, category, importance } = { ...memory, ...change };
  const set = (part: Partial<Draft>) => setDraft(memory.id, { ...draft, ...part });
  return (
    <Form
      {...{ label: 'Edit this memory', submit: 'Save', isBusy, onClose }}
      onSubmit={() => act(() => update(memory, change as Partial<Memory>))}
    >
      <Words label="Text" value={content} onGiven={(given) => set({ content: given })} />
      <label>
        Type
        <select value={type} onChange={({ currentTarget }) => set({ type: currentTarget.value })}>
          {TYPES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label>
        Category
        <input value={category} onInput={({ currentTarget }) => set({ category: currentTarget.value })} />
      </label>
      <label>
        Importance {percent(importance)}{' '}
        <input
          {...{ type: 'range', min: 0, max: 1, step: 0.05, value: importance }}
          onInput={({ currentTarget }) => set({ importance: currentTarget.valueAsNumber })}
        />
      </label>
      <p class="soft">The memory keeps its id; the earlier version stays in its history.</p>
    </Form>
  );
}

interface WordsProps {
  readonly label: string;
  readonly value: string;
  readonly onGiven: (value: string) => void;
}

const Words = ({ label, value, onGiven }: WordsProps) => (
  <label>
    {label}
    <textarea
      {...{ rows: 4, dir: 'auto', required: true, value }}
      onInput={({ currentTarget }) => onGiven(currentTarget.value)}
    />
  </label>
);
