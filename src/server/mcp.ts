import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { answerMcp } from '../mcp/http.ts';
import { tooLarge } from './body.ts';
import { type ServerEnv, scopeOf } from './caller.ts';
import type { AppSettings } from './options.ts';
import { boundInput, refuseBeyond } from './permit.ts';
import { answerProblem } from './problem.ts';
import type { AnyOperation, Served } from './served.ts';

/** MCP over streamable HTTP. A tool may do what its operation may at its own path. */
export const mcp = (
  served: Served,
  { mostBytes }: Pick<AppSettings, 'mostBytes'>,
): [MiddlewareHandler<ServerEnv>, (context: Context<ServerEnv>) => Promise<Response>] => [
  bodyLimit({ maxSize: mostBytes, onError: (context) => answerProblem(context, tooLarge(mostBytes)) }),
  async (context) => {
    const { caller } = context.var;
    const memory = served.souvenir.for(scopeOf(context, caller));
    const permit = (operation: AnyOperation, input: object) => {
      refuseBeyond(caller, operation);
      boundInput(caller, operation, input);
    };
    return answerMcp(context.req.raw, { ...served, memory }, { permit });
  },
];
