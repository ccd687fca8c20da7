import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { answerMcp } from '../mcp/http.ts';
import { permit } from './answer.ts';
import { tooLarge } from './body.ts';
import { type ServerEnv, scopeOf } from './caller.ts';
import type { AppSettings } from './options.ts';
import { answerProblem } from './problem.ts';
import type { Served } from './served.ts';

/** MCP over streamable HTTP. A tool may do what its operation may at its own path. */
export const mcp = (
  served: Served,
  { mostBytes }: Pick<AppSettings, 'mostBytes'>,
): [MiddlewareHandler<ServerEnv>, (context: Context<ServerEnv>) => Promise<Response>] => [
  bodyLimit({ maxSize: mostBytes, onError: (context) => answerProblem(context, tooLarge(mostBytes)) }),
  async (context) => {
    const { caller } = context.var;
    const memory = served.souvenir.for(scopeOf(context, caller));
    return answerMcp(context.req.raw, { ...served, memory }, { permit: (...asked) => permit(caller, ...asked) });
  },
];
