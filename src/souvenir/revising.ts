import type { MemoryContext } from '../memories/context.ts';
import { ownerOf, type Scope, type ScopeInput } from '../model/scope.ts';
import type { Engine } from './engine.ts';

/** What a call works with that is about single memories. What belongs to another project or session than `within` names is out of its sight. */
export function reviseContext(engine: Engine, scope: Scope, { projectId, sessionId }: ScopeInput): MemoryContext {
  const { store, clock, embedder, llm, events, embedLater, signal } = engine;
  engine.agentOf(scope);
  return {
    ...{ owner: ownerOf(scope), store, clock, embedder, llm, events, embedLater, signal },
    within: { ...(projectId !== undefined && { projectId }), ...(sessionId !== undefined && { sessionId }) },
  };
}

/** One after another for an owner: each looks before it writes. */
export const inTurn = <Result>(
  engine: Engine,
  context: MemoryContext,
  work: (context: MemoryContext) => Promise<Result>,
): Promise<Result> => engine.inTurn(context.owner, (signal) => work({ ...context, signal }));
