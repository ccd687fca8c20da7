import { type Corrected, correction } from '../memories/corrections.ts';
import { confirmation } from '../memories/reinforce.ts';
import { configuration, type NotKept } from '../memories/settings.ts';
import { workflow } from '../memories/workflows.ts';
import type { Episode, EpisodeInput } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import type { WritePolicy } from '../record/write-policy.ts';
import {
  type ConfigurationInput,
  type ConfirmationInput,
  type CorrectionInput,
  configurationSchema,
  confirmationSchema,
  correctionSchema,
  turnSchema,
  type WorkflowInput,
  workflowSchema,
} from './capture-inputs.ts';
import type { Engine } from './engine.ts';
import { inTurn, reviseContext } from './revising.ts';

/** Where memory can be fed as things happen, without anyone deciding what to remember. Each keeps to its project, or to what is of none. */
export interface Capturing {
  /** Records a turn if the write policy finds it worth it. */
  turn(turn: EpisodeInput): { readonly kept: true; readonly why: string; readonly episode: Episode } | NotKept;
  /** Puts what is right in the place of the memories that say what is wrong; remembers it if none does. */
  correction(correction: CorrectionInput): Promise<Corrected>;
  /** Remembers what a setting is now instead of what it was. Secrets are not kept. */
  configuration(change: ConfigurationInput): Promise<{ readonly kept: true; readonly memory: Memory } | NotKept>;
  /** Remembers what was done, and what is usually done: a sequence of actions that occurred three times becomes a procedure. */
  workflow(workflow: WorkflowInput): Promise<{
    readonly memory: Memory;
    /** The procedures that this made, or made surer. */
    readonly procedures: readonly Memory[];
  }>;
  /** Says that what was found was of use: it is surer from now on. */
  confirmation(confirmation: ConfirmationInput): Promise<readonly Memory[]>;
}

export function capturingOf(
  engine: Engine,
  record: (episode: EpisodeInput) => Episode,
  writePolicy: WritePolicy,
): Capturing {
  return {
    turn(input) {
      const { content, role, type, speaker } = parse(turnSchema, input, 'turn');
      const { keep, why } = writePolicy({ content, role, type, speaker });
      return keep ? { kept: true, why, episode: record(input) } : { kept: false, why };
    },
    async correction(input) {
      const { original, corrected, context: reason, ...given } = parse(correctionSchema, input, 'correction');
      const scope = engine.scopeOf(given);
      return inTurn(engine, reviseContext(engine, scope, {}), (context) =>
        correction({ original, corrected, reason }, scope, context),
      );
    },
    async configuration(input) {
      const { key, old, new: value, ...given } = parse(configurationSchema, input, 'configuration');
      const scope = engine.scopeOf(given);
      return inTurn(engine, reviseContext(engine, scope, {}), (context) =>
        configuration({ key, old, new: value }, scope, context),
      );
    },
    async workflow(input) {
      const { actions, ...given } = parse(workflowSchema, input, 'workflow');
      const scope = engine.scopeOf(given);
      return inTurn(engine, reviseContext(engine, scope, {}), (context) => workflow(actions, scope, context));
    },
    async confirmation(input) {
      const { memoryId, memoryIds = [], query, ...given } = parse(confirmationSchema, input, 'confirmation');
      const ids = [...(memoryId === undefined ? [] : [memoryId]), ...memoryIds];
      // What is found in one session may have been said in another.
      const { sessionId: _, ...within } = given;
      return inTurn(engine, reviseContext(engine, engine.scopeOf(given), within), (context) =>
        confirmation(ids, query, context),
      );
    },
  };
}
