import { useState } from 'preact/hooks';
import type { ServedMemory } from '../../../../src/client/index.ts';
import { memory } from '../../memory.ts';
import { useDraft } from '../../parts/draft.ts';
import { LineDiff } from '../../parts/line-diff.tsx';
import { Failure } from '../../parts/states.tsx';
import { Tag } from '../../parts/text.tsx';
import type { Acting } from '../../parts/use-act.ts';

type Proposal = Awaited<ReturnType<ServedMemory['instructions']['propose']>>;

interface InstructionsEditorProps {
  readonly current: { readonly number: number; readonly text: string } | undefined;
  readonly acting: Acting;
}

export const DRAFT = 'instructions';

export function InstructionsEditor({ current, acting }: InstructionsEditorProps) {
  const [text, setText] = useDraft(DRAFT, current?.text);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState<{ readonly proposal?: Proposal; readonly error?: unknown }>({});
  const { proposal, error } = tried;
  return (
    <section class="card">
      <h2>Change them</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          memory.value.instructions.propose(text).then(
            (proposed) => setTried({ proposal: proposed }),
            (failure: unknown) => setTried({ error: failure }),
          );
        }}
      >
        <label>
          Instructions
          <textarea
            rows={6}
            value={text}
            placeholder="Instructions for the agent"
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setTried({});
            }}
          />
        </label>
        <div class="actions">
          <button type="submit">Show changes</button>
        </div>
      </form>
      <div aria-live="polite">
        {error !== undefined && <Failure error={error} />}
        {proposal !== undefined && <Proposed proposal={proposal} />}
      </div>
      {proposal !== undefined && proposal.violations.length === 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void acting.act(async () => {
              const because = reason.trim() === '' ? {} : { reason: reason.trim() };
              const made = await memory.value.instructions.apply(proposal.text, {
                ...{ author: 'user', after: current?.number ?? 0 },
                ...because,
              });
              setText(current?.text ?? '');
              setTried({});
              const isSame = made?.number === current?.number;
              return { text: isSame ? 'Nothing changed.' : `Version ${made?.number} is current.` };
            });
          }}
        >
          <label>
            Reason (optional)
            <input value={reason} maxLength={1000} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
          </label>
          <div class="actions">
            <button type="submit" class="primary" disabled={acting.isBusy}>
              Apply
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

const Proposed = ({ proposal: { diff, violations, text } }: { readonly proposal: Proposal }) => (
  <>
    <LineDiff lines={diff} />
    {violations.length === 0 ? (
      <p>
        <Tag word="Every guardrail passes" kind="good" />
      </p>
    ) : (
      <div class="failure">
        <p>
          <strong>A guardrail refuses this text.</strong>
        </p>
        <ul>
          {violations.map(({ rule, reason, start, end }) => (
            <li key={`${rule} ${start}`}>
              <strong>{rule}</strong>: {reason}
              {rule !== 'secrets' && end > start && (
                <>
                  {' '}
                  <q>
                    <bdi>{text.slice(start, end)}</bdi>
                  </q>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    )}
  </>
);
