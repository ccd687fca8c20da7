import { useState } from 'preact/hooks';
import type { Memory } from '../../../../src/index.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { counted } from '../../parts/numbers.ts';
import { Answer, Failure } from '../../parts/states.tsx';
import { Brief } from '../../parts/text.tsx';
import type { Acting } from '../../parts/use-act.ts';
import { useFirst } from '../../parts/use-first.tsx';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { archive, erase, forget, reinforce, restore } from './acts.ts';
import { CorrectForm, EditForm } from './change-forms.tsx';
import { type Draft, draftOf, setDraft } from './drafts.ts';
import { LinkForm } from './link-form.tsx';

interface ActBarProps {
  readonly memory: Memory;
  readonly acting: Acting;
  /** Moves the focus when its button disappears. */
  readonly onDone: () => void;
}

/** Actions of a memory; forms open next to it, so that it stays visible. */
export function ActBar({ memory, acting, onDone }: ActBarProps) {
  const [asking, setAsking] = useState<'forget' | 'erase'>();
  const { isBusy, error } = acting;
  const { id, status } = memory;
  const draft = draftOf(id);
  const act: Acting['act'] = async (work) => {
    setAsking(undefined);
    const isDone = await acting.act(work);
    if (isDone) setDraft(id, undefined);
    onDone();
    return isDone;
  };
  const opens = (form: Draft['form']) => ({
    type: 'button' as const,
    'aria-expanded': draft?.form === form,
    onClick: () => setDraft(id, draft?.form === form ? undefined : { form }),
  });
  const props = { memory, act, isBusy, onClose: () => setDraft(id, undefined) };
  return (
    <section class="acts" aria-label="Actions">
      <div class="row">
        {status === 'active' ? (
          <>
            <button {...opens('correct')}>Correct …</button>
            <button type="button" disabled={isBusy} onClick={() => act(() => reinforce(memory))}>
              Confirm
            </button>
          </>
        ) : (
          <button type="button" class="primary" disabled={isBusy} onClick={() => act(() => restore(memory))}>
            Restore
          </button>
        )}
        <button {...opens('edit')}>Edit …</button>
        <button {...opens('link')}>Link …</button>
        {status !== 'archived' && (
          <button type="button" disabled={isBusy} onClick={() => act(() => archive(memory))}>
            Archive
          </button>
        )}
        <button type="button" disabled={isBusy} onClick={() => setAsking('forget')}>
          Forget …
        </button>
        <button type="button" disabled={isBusy} onClick={() => setAsking('erase')}>
          Erase …
        </button>
      </div>
      {error !== undefined && <Failure error={error} />}
      {draft?.form === 'correct' && <CorrectForm draft={draft} {...props} />}
      {draft?.form === 'edit' && <EditForm draft={draft} {...props} />}
      {draft?.form === 'link' && <LinkForm {...props} />}
      {asking === 'forget' && (
        <Confirm
          title="Forget this memory?"
          act="Forget"
          onConfirm={() => act(() => forget(memory))}
          onClose={() => setAsking(undefined)}
        >
          <FollowerList id={id} />
          <p>You can restore it, with all of these, from its page.</p>
        </Confirm>
      )}
      {asking === 'erase' && (
        <Confirm
          title="Erase this memory for good?"
          act="Erase for good"
          isDangerous
          onConfirm={() => act(() => erase(memory))}
          onClose={() => setAsking(undefined)}
        >
          <p>
            Erasing removes its history, its source turns and everything derived from them.{' '}
            <strong>This cannot be undone.</strong>
          </p>
        </Confirm>
      )}
    </section>
  );
}

function FollowerList({ id }: { readonly id: string }) {
  const asked = useAsked((served) => served.memories.followers(id), [id]);
  const { shown, more } = useFirst(asked.value?.memories ?? [], 10);
  return (
    <Answer asked={asked} what="other affected memories">
      {({ memories, turns, echoes }) => (
        <>
          <p>
            Forgetting hides it, with {counted(turns, 'turn', 'turns')} of its source and{' '}
            {counted(memories.length, 'other memory', 'other memories')} that mention it
            {memories.length > 0 ? ':' : '.'}
          </p>
          <ul>
            {shown.map((memory) => (
              <li key={memory.id}>
                <Brief text={memory.content} />
              </li>
            ))}
          </ul>
          {more}
          {echoes.length > 0 && (
            <>
              <p>The assistant said it too. These turns stay until you forget them:</p>
              <ul>
                {echoes.map(({ id, content }) => (
                  <li key={id}>
                    <a href={hrefOf('memories', id)}>
                      <Brief text={content} />
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Answer>
  );
}
