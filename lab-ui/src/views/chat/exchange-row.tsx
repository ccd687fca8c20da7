import { counted } from '../../parts/numbers.ts';
import { Degraded } from '../../parts/states.tsx';
import { PlainText, Tag } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import type { Answered, Exchange } from './conversation.ts';

interface ExchangeRowProps {
  readonly exchange: Exchange;
  readonly onAgain: () => void;
}

export const ExchangeRow = ({ exchange: { message, answer, failure }, onAgain }: ExchangeRowProps) => (
  <li>
    <div class="bubble mine">
      <span class="hidden">You said: </span>
      <PlainText text={message} />
    </div>
    {answer !== undefined ? (
      <Reply answer={answer} />
    ) : failure === undefined ? (
      <p class="loading">
        <span class="spinner" aria-hidden="true" /> Recalling …
      </p>
    ) : (
      <div class="failure" role="alert">
        <p>{failure.message}</p>
        {failure.advice !== undefined && <p class="soft">{failure.advice}</p>}
        <button type="button" onClick={onAgain}>
          Send it again
        </button>
      </div>
    )}
  </li>
);

function Reply({ answer }: { readonly answer: Answered }) {
  const { reply, degraded } = answer;
  return (
    <div class="bubble theirs">
      {reply === undefined ? (
        <p>
          <Tag word="no language model" kind="warn" /> This is the prompt for a model. Nothing was recorded.
        </p>
      ) : (
        <PlainText text={reply} />
      )}
      <Degraded parts={degraded} />
      <Recalled answer={answer} isOpen={reply === undefined} />
      <details>
        <summary>The prompt, {answer.tokens.toLocaleString()} tokens</summary>
        <PlainText text={answer.prompt} />
      </details>
    </div>
  );
}

function Recalled({
  answer: { memories, retrieval },
  isOpen,
}: {
  readonly answer: Answered;
  readonly isOpen: boolean;
}) {
  const why = retrieval.retrieve
    ? retrieval.reasons.map(({ because }) => because).join('; ')
    : (retrieval.skipped ?? 'no reason given');
  return (
    <details open={isOpen}>
      <summary>
        {retrieval.retrieve ? `${counted(memories.length, 'memory', 'memories')} recalled` : 'Recall did not run'}
      </summary>
      <p class="soft">
        Because <bdi>{why}</bdi>.
      </p>
      <ul>
        {memories.map(({ id, content, isWaiting }) => (
          <li key={id}>
            <PlainText text={content} />{' '}
            {isWaiting === true ? <Tag word="not a memory yet" /> : <a href={hrefOf('memories', id)}>open</a>}
          </li>
        ))}
      </ul>
    </details>
  );
}
