import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { ScopeInput } from '../model/scope.ts';
import { CAPABILITIES, type Capability } from '../operations/operation.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import type { RequestUsage } from './in-flight.ts';
import type { ApiKey, Keys } from './keys.ts';
import type { Plans } from './plans.ts';
import { Refusal } from './problem.ts';
import type { Rates } from './rates.ts';

export interface Caller {
  /** Absent without a key, where none is needed. */
  readonly key: ApiKey | undefined;
  readonly capabilities: ReadonlySet<Capability>;
  readonly bound: ScopeInput;
}

export interface ServerEnv {
  Variables: { caller: Caller; usage: RequestUsage };
}

const BEARER = /^Bearer ([\w.~+/=-]{1,200})$/i;
const BOUND_PARTS = ['tenantId', 'userId', 'agentId', 'projectId'] as const;

interface IdentifyOptions {
  readonly keys: Keys;
  readonly plans: Plans;
  readonly rates: Rates;
  readonly requireKey: boolean;
}

/** Identifies the caller. A key must be valid even where none is needed. */
export const identify =
  ({ keys, plans, rates, requireKey }: IdentifyOptions): MiddlewareHandler<ServerEnv> =>
  async (context, next) => {
    const shown = context.req.header('authorization');
    const [, secret] = BEARER.exec(shown ?? '') ?? [];
    const key = secret === undefined ? undefined : await keys.find(secret);
    if (key === undefined && (requireKey || shown !== undefined)) throw unauthorized();
    if (key !== undefined) rates.take(key);
    const capabilities = new Set(capabilitiesOf(key, plans));
    const bound = Object.fromEntries(
      BOUND_PARTS.flatMap((part) => (key?.[part] === undefined ? [] : [[part, key[part]]])),
    );
    context.set('caller', { key, capabilities, bound });
    await next();
  };

/** A key of one project reads user data only if its plan spans projects. */
function capabilitiesOf(key: ApiKey | undefined, plans: Plans): readonly Capability[] {
  if (key?.plan !== undefined) return Object.hasOwn(plans, key.plan) ? (plans[key.plan] ?? []) : [];
  return key?.projectId === undefined ? CAPABILITIES : CAPABILITIES.filter((each) => each !== 'acrossProjects');
}

/** The caller's handle; for a key of one project it hides user data, unless its plan spans projects. */
export const memoryOf = (souvenir: Souvenir, scope: ScopeInput, { bound, capabilities: may }: Caller): ScopedSouvenir =>
  souvenir.for(scope, { isWalled: bound.projectId !== undefined && !may.has('acrossProjects') });

/** The same error for an unknown, revoked and expired key. */
const unauthorized = (): Refusal =>
  new Refusal(401, 'unauthorized', 'a valid API key is required', {
    advice: 'send it as `authorization: Bearer sv_…`; `souvenir keys create NAME` creates one',
    headers: { 'www-authenticate': 'Bearer realm="souvenir"' },
  });

export function refuseWithout({ capabilities }: Caller, capability: Capability): void {
  if (!capabilities.has(capability))
    throw new Refusal(403, 'forbidden', `the plan of this key does not include ${JSON.stringify(capability)}`);
}

/** Refuses malformed encoding, which would be decoded to another name than the caller's. */
function refuseMalformed(target: string): void {
  try {
    if (/[^\x21-\x7e]/.test(target)) throw new Error('contains bytes that are not encoded');
    decodeURIComponent(target.slice(target.indexOf('?') + 1));
  } catch (cause) {
    throw new Refusal(400, 'invalidInput', 'query: is not UTF-8 in percent encoding', { cause });
  }
}

/** The scope of the query and of the key; a repeated name, or one that contradicts the key, is refused. */
export function scopeOf(
  { req, env }: Context,
  { bound, capabilities }: Caller,
  otherNames: readonly string[] = [],
): ScopeInput {
  refuseMalformed((env as Partial<HttpBindings> | undefined)?.incoming?.url ?? req.url);
  const named: [string, string][] = [];
  for (const [name, values] of Object.entries(req.queries())) {
    if (otherNames.includes(name)) continue;
    if (values.length !== 1) throw new Refusal(400, 'invalidInput', `query: ${JSON.stringify(name)} is given twice`);
    named.push([name, values[0] as string]);
  }
  for (const [name, value] of named)
    if (Object.hasOwn(bound, name) && bound[name as keyof ScopeInput] !== value)
      throw new Refusal(403, 'forbidden', `this key is restricted to another ${name}`);
  const scope = { ...Object.fromEntries(named), ...bound };
  if (!capabilities.has('acrossProjects') && scope.projectId === undefined)
    throw new Refusal(403, 'forbidden', 'the plan of this key does not include "acrossProjects"', {
      advice: 'pass a project in the query, such as ?projectId=site',
    });
  return scope;
}
