import { Failure } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { beginAnew, conversation, sessionMemory } from './conversation.ts';

export function EndRow() {
  const { isBusy, error, act } = useAct();
  const isRecorded = conversation.value.exchanges.some(({ answer }) => answer?.reply !== undefined);
  return (
    <div class="end">
      {error !== undefined && <Failure error={error} />}
      <div class="row">
        {isRecorded && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              act(async () => {
                const { memoriesCreated, memoriesMerged, memoriesSuperseded } = await sessionMemory().sessions.end();
                return {
                  text: `New memories: ${memoriesCreated}, merged: ${memoriesMerged}, superseded: ${memoriesSuperseded}.`,
                };
              })
            }
          >
            {isBusy ? 'Consolidating …' : 'Consolidate now'}
          </button>
        )}
        <button type="button" disabled={isBusy} onClick={beginAnew}>
          Start another conversation
        </button>
      </div>
    </div>
  );
}
