import { z } from 'zod';
import { type OutcomeInput, outcomeEpisode } from '../components/procedures/outcome-episode.ts';
import type { MatchedProcedure, Procedures as ProceduresComponent } from '../components/procedures/procedures.ts';
import { type TrackRecord, trackRecords } from '../components/procedures/track-record.ts';
import { type ToolQuery, type ToolRecord, toolRecords } from '../components/tool/tool-records.ts';
import { recordWorkflow } from '../memories/workflows.ts';
import type { Episode } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { messageSchema, nameSchema } from '../model/primitives.ts';
import { type Owner, ownerOf, type Scope, targetOwnerOf } from '../model/scope.ts';
import { retryOvertaken } from '../reconcile/until-written.ts';
import type { Engine } from './engine.ts';

const actionSchema = z.union([
  nameSchema.transform((name) => ({ name })),
  z.strictObject({ name: nameSchema, detail: z.string().max(2000).optional() }),
]);
export const actionsSchema = z.array(actionSchema).min(1).max(200);
export type Action = z.input<typeof actionSchema>;

/** Playbooks, learnt procedures, and success rates of tasks and tools. */
export interface Procedures {
  /**
   * Returns the agent's playbooks for an intent, best first.
   * @example const playbooks = await ana.procedures.match('please review this pull request');
   */
  match(intent: string): Promise<MatchedProcedure[]>;
  /**
   * Records the outcome of a task as an episode.
   * @example await ana.procedures.report({ taskType: 'code_review', success: true });
   */
  report(outcome: OutcomeInput): Promise<Episode>;
  /**
   * Returns the success rates of tasks of a type, or of every type.
   * @example const [record] = await ana.procedures.records('code_review');
   */
  records(taskType?: string): Promise<TrackRecord[]>;
  /**
   * Records a sequence of actions; after three occurrences it becomes a procedure.
   * @example const { procedures } = await ana.procedures.learn(['pull', 'test', 'push']);
   */
  learn(actions: readonly Action[]): Promise<{ readonly memory: Memory; readonly procedures: readonly Memory[] }>;
  /**
   * Returns tool records, filtered by tool, parameters and success rate.
   * @example const failing = await ana.procedures.tools({ maxSuccessRate: 0.5 });
   */
  tools(query?: ToolQuery): Promise<ToolRecord[]>;
}

type ProceduresContext = Pick<
  Engine,
  | 'agentOf'
  | 'store'
  | 'clock'
  | 'events'
  | 'embedder'
  | 'languages'
  | 'llm'
  | 'tokenizer'
  | 'secrets'
  | 'recorder'
  | 'work'
  | 'embedding'
>;

export function proceduresOf(engine: ProceduresContext, scope: Scope): Procedures {
  const { store, clock, events, embedder, languages, llm, tokenizer } = engine;
  const targetScopeIn = (name: string) => {
    const component = engine.agentOf(scope).components.find((each) => each.name === name) ?? {};
    return { ...targetOwnerOf(component, ownerOf(scope)), projectId: scope.projectId };
  };
  return {
    async match(intent) {
      return engine
        .agentOf(scope)
        .components.filter((component): component is ProceduresComponent => 'match' in component)
        .flatMap((component) => component.match(parse(messageSchema, intent, 'intent'), tokenizer));
    },
    async report(outcome) {
      return engine.recorder.record(outcomeEpisode(outcome), scope);
    },
    async records(taskType) {
      return trackRecords(store, targetScopeIn('procedures'), taskType);
    },
    async learn(actions) {
      const given = parse(actionsSchema, actions, 'actions');
      const { salience } = engine.agentOf(scope).recall;
      const owner = ownerOf(scope);
      const embedLater = (target: Owner) => engine.embedding.embedLater(target);
      const context = { clock, languages, embedder, llm, events, salience, embedLater };
      return engine.work.inTurn(owner, (signal) =>
        retryOvertaken(store, async (checkedStore) =>
          recordWorkflow(await engine.secrets.redactLarge(scope, given), scope, {
            ...{ ...context, owner, targetOwners: [owner], ancestors: [], within: {}, store: checkedStore, signal },
          }),
        ),
      );
    },
    async tools(query) {
      return toolRecords(store, targetScopeIn('tool'), query);
    },
  };
}
