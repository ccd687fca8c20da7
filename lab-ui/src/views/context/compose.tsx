import { useState } from 'preact/hooks';
import { sendOnEnter, useDraft } from '../../parts/draft.ts';
import { counted } from '../../parts/numbers.ts';
import { Answer, Degraded, Empty } from '../../parts/states.tsx';
import { Tag } from '../../parts/text.tsx';
import { useAsked } from '../../use-asked.ts';
import { AuditRecord } from './audit-record.tsx';
import { BudgetFields, type Budgets, NO_BUDGETS, turnOptionsOf } from './budget-fields.tsx';
import { LeftOut } from './left-out.tsx';
import { Prompt } from './prompt.tsx';
import { SectionRows } from './section-rows.tsx';
import type { Turn } from './section-texts.ts';

interface Wanted {
  readonly message: string;
  readonly budgets: Budgets;
}

export function ComposePart() {
  const [message, setMessage] = useDraft('context message');
  const [budgets, setBudgets] = useState(NO_BUDGETS);
  const [wanted, setWanted] = useState<Wanted>();
  return (
    <>
      <form
        class="card ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (message.trim() !== '') setWanted({ message, budgets });
        }}
      >
        <label>
          Message
          <textarea
            rows={2}
            value={message}
            placeholder="Message of the user"
            onInput={({ currentTarget }) => setMessage(currentTarget.value)}
            onKeyDown={sendOnEnter}
          />
        </label>
        <BudgetFields budgets={budgets} onChange={setBudgets} />
        <div class="actions">
          <button type="submit" class="primary" disabled={message.trim() === ''}>
            Compose
          </button>
        </div>
      </form>
      {wanted === undefined ? (
        <Empty title="No prompt yet">
          <p>Write a message to see the prompt that an agent gets, and its parts.</p>
        </Empty>
      ) : (
        <Composed wanted={wanted} />
      )}
    </>
  );
}

function Composed({ wanted }: { readonly wanted: Wanted }) {
  const asked = useAsked((memory) => memory.turn(wanted.message, turnOptionsOf(wanted.budgets)), [wanted]);
  return (
    <Answer asked={asked} what="The prompt">
      {(turn) => (
        <>
          <Degraded parts={turn.degraded} />
          <Prompt key={turn.audit.hash} text={turn.text} />
          <Summary turn={turn} />
          <SectionRows turn={turn} query={wanted.message} />
          <LeftOut turn={turn} />
          <AuditRecord turn={turn} />
        </>
      )}
    </Answer>
  );
}

const TRIGGERS: Readonly<Record<string, string>> = {
  historyAsked: 'It refers to earlier conversations',
  personalisationNeeded: 'It depends on the user',
  entityKnown: 'It mentions a known name',
  lowConfidence: 'In doubt',
  forced: 'You forced retrieval',
};

function Summary({ turn: { retrieval, audit, memories, documents } }: { readonly turn: Turn }) {
  return (
    <section class="summary" aria-live="polite">
      <h2>
        {audit.tokens.toLocaleString()} <span class="soft">of {audit.budget.toLocaleString()} tokens</span>
      </h2>
      <div class="whole" aria-hidden="true">
        {audit.sections.map(({ name, tokens }) => (
          <span
            key={name}
            class={`piece ${name}`}
            title={`${name}: ${tokens}`}
            style={{ flexGrow: tokens, minWidth: tokens === 0 ? 0 : '2px' }}
          />
        ))}
        <span style={{ flexGrow: Math.max(0, audit.budget - audit.tokens) }} />
      </div>
      <div class="row">
        {retrieval.retrieve ? <Tag word="Recall ran" kind="good" /> : <Tag word="Recall did not run" kind="warn" />}
        <span>
          {retrieval.retrieve
            ? `In the prompt: ${counted(memories.length, 'memory', 'memories')}${documents.length === 0 ? '' : ` and ${counted(documents.length, 'chunk', 'chunks')} of documents`}.`
            : `${sentence(retrieval.skipped ?? 'no reason given')}.`}
        </span>
      </div>
      {retrieval.reasons.length > 0 && (
        <ul class="reasons">
          {retrieval.reasons.map(({ trigger, because }) => (
            <li key={trigger + because}>
              {TRIGGERS[trigger] ?? trigger}: <bdi>{because}</bdi>
            </li>
          ))}
        </ul>
      )}
      {audit.stablePartCut && (
        <p class="degraded">
          The message left no room for all of instructions, persona and profile: the cacheable part is incomplete.
        </p>
      )}
    </section>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
