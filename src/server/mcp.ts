import type { Context } from 'hono';
import { SouvenirError } from '../errors.ts';
import { answerMcp } from '../mcp/http.ts';
import { jsonOf } from './body.ts';
import { memoryOf, type ServerEnv, scopeOf } from './caller.ts';
import type { AppSettings } from './options.ts';
import { boundInput, refuseUnpermitted } from './permit.ts';
import { problemOf, Refusal } from './problem.ts';
import { replacerFor } from './redact-failures.ts';
import type { AnyOperation, Served } from './served.ts';

/** MCP over streamable HTTP. Tools have the permissions of their operations, and report failures in no more detail. */
export const mcp =
  (served: Served, { mostBytes, onFailure }: Pick<AppSettings, 'mostBytes' | 'onFailure'>) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    const { caller, usage } = context.var;
    const memory = memoryOf(served.souvenir, scopeOf(context, caller), caller);
    const message = context.req.method === 'POST' ? await jsonOf(context, mostBytes) : undefined;
    if (Array.isArray(message)) throw new Refusal(400, 'invalidInput', 'send one message a request');
    const permit = (operation: AnyOperation, input: object) => {
      refuseUnpermitted(caller, operation);
      return boundInput(caller, operation, input);
    };
    const mapError = (error: unknown): unknown => {
      const { status, body } = problemOf(error);
      if (status < 500) return error;
      onFailure(error);
      return SouvenirError.is(error) ? new SouvenirError(error.code, body.title) : error;
    };
    return answerMcp(
      context.req.raw,
      { ...served, memory },
      { message, permit, read: (work) => usage.read(work), mapError, mapField: replacerFor(caller.bound) },
    );
  };
