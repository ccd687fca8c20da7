import { Tag, When } from '../../parts/text.tsx';
import { streamState } from './stream.ts';

export function StreamStatus() {
  const state = streamState.value;
  return (
    <p class="status" role="status">
      {state.is === 'listening' && <Tag word="● Listening" kind="good" />}
      {state.is === 'opening' && <Tag word="Opening the stream …" />}
      {state.is === 'broken' && (
        <>
          <Tag word="Broken" kind="warn" /> The stream was interrupted at <When at={state.since} />. Trying again;
          events until then are missing.
        </>
      )}
      {state.is === 'refused' && (
        <>
          <Tag word="Refused" kind="danger" /> {state.reason}
        </>
      )}
    </p>
  );
}
