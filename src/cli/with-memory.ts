import { existsSync } from 'node:fs';
import type { Embedder } from '../contracts/embedder.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';
import { scopeSchema } from '../model/scope.ts';
import type { OperationContext } from '../operations/operation.ts';
import { defineAgent } from '../souvenir/agent.ts';
import { createSouvenir } from '../souvenir/souvenir.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Cli, GlobalOptions } from './cli.ts';
import { createEmbedder } from './create-embedder.ts';
import { progressBar } from './render/progress-bar.ts';

export interface MemoryOptions {
  /** Whether a file that is not there is made, rather than missed. */
  readonly create?: boolean;
  readonly embedder?: Embedder | null;
  /** Whether memories that lack a vector get one on the side; only for what writes vectors anyway. */
  readonly embedInBackground?: boolean;
  /** Whether to wait for the vectors that a change leaves to be made; else the next `consolidate` makes them. */
  readonly awaitVectors?: boolean;
}

/** Opens the memory that the options name, lends it out, and closes it whatever happens. */
export async function withMemory<Result>(
  cli: Cli,
  options: GlobalOptions,
  work: (context: OperationContext) => Promise<Result>,
  memory: MemoryOptions = {},
): Promise<Result> {
  const { create = false, embedder = createEmbedder(options.embedder), embedInBackground = false } = memory;
  const { db, tenant, user, agent, project, session } = options;
  if (!create && !existsSync(db))
    throw new SouvenirError('invalidInput', `there is no memory at ${db}`, {
      advice: 'record something first, or name another file with --db',
    });
  const named = { tenantId: tenant, userId: user, agentId: agent, projectId: project, sessionId: session };
  const scope = parse(scopeSchema, named, 'scope');
  const store = sqliteStore({ path: db });
  const agents = defineAgent({ id: scope.agentId });
  const souvenir = await createSouvenir({ store, embedder, embedInBackground, agents });
  const bar = progressBar(process.stderr);
  try {
    const result = await work({ souvenir, store, scope, signal: cli.signal, onProgress: bar.draw });
    if (memory.awaitVectors) await untilAborted(souvenir.settled(), cli.signal);
    return result;
  } finally {
    bar.clear();
    await souvenir.close();
  }
}
