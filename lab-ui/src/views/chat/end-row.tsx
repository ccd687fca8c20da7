import { Done } from '../../parts/done.tsx';
import { useAct } from '../../parts/use-act.ts';
import { beginAnew, conversation, sessionMemory } from './conversation.ts';

/** Ends the conversation: what was recorded becomes memories at once, where it would take the server a while. */
export function EndRow() {
  const act = useAct();
  const isRecorded = conversation.value.exchanges.some(({ answer }) => answer?.reply !== undefined);
  return (
    <div class="end">
      <Done act={act} />
      <div class="row">
        {isRecorded && (
          <button
            type="button"
            disabled={act.isBusy}
            onClick={() =>
              act.run(async () => {
                const { memoriesCreated, memoriesMerged, memoriesSuperseded } = await sessionMemory().sessions.end();
                return `New memories: ${memoriesCreated}, merged: ${memoriesMerged}, replaced: ${memoriesSuperseded}.`;
              })
            }
          >
            {act.isBusy ? 'Learning from it …' : 'Learn from it now'}
          </button>
        )}
        <button type="button" disabled={act.isBusy} onClick={beginAnew}>
          Begin another conversation
        </button>
      </div>
    </div>
  );
}
