import { z } from 'zod';
import type { Component } from '../contracts/component.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Llm } from '../contracts/llm.ts';
import { SouvenirError } from '../errors.ts';
import { nameSchema } from '../model/primitives.ts';
import { scopeInputSchema } from '../model/scope.ts';
import { limitsSchema } from '../record/limits.ts';
import { scheduleSchema } from '../schedule/config.ts';
import type { Redact } from '../secrets/redact-all.ts';
import { serveFields } from '../server/options.ts';
import type { AgentInput } from '../souvenir/agent.ts';
import { retentionSchema } from '../souvenir/options.ts';
import { isDatabase, NO_DATABASE } from './address.ts';

export const embedderNameSchema = z.enum(['souvenir', 'hash', 'none']);
const pathSchema = z.string().min(1);

const instance = <Part>(method: keyof Part & string) =>
  z.custom<Part>((value) => typeof (value as Part | undefined)?.[method] === 'function', `has no ${method}()`);

const characterSchema = z.strictObject({
  /** The text that begins every prompt, or the file that contains it. */
  core: z.union([z.string(), z.strictObject({ file: pathSchema })]).optional(),
  identity: z.string().optional(),
  playbooks: z.custom<NonNullable<AgentInput['playbooks']>>().optional(),
  /** Default components to leave out, as `{ "tool": false }`; or a list of components that replaces the defaults. */
  components: z
    .union([z.array(instance<Component>('consolidate')), z.record(nameSchema, z.boolean())], {
      error: 'must be a list of components, or an object of component names with true or false',
    })
    .optional(),
});

const agentSchema = characterSchema.extend({
  id: nameSchema,
  parent: nameSchema.optional(),
  references: z.custom<NonNullable<AgentInput['references']>>().optional(),
  recall: z.custom<NonNullable<AgentInput['recall']>>().optional(),
  consolidation: z.custom<NonNullable<AgentInput['consolidation']>>().optional(),
  cycle: z.custom<NonNullable<AgentInput['cycle']>>().optional(),
});

const serveSchema = z
  .strictObject(serveFields)
  .partial()
  .extend({
    /** Background work; `false` for none. */
    schedule: z.union([z.literal(false), scheduleSchema]).optional(),
  });

const tokens = z.int().positive();

const hooksSchema = z.strictObject({
  /** Tokens of the context at the start of a session: 1,200. */
  sessionTokens: tokens.optional(),
  /** Tokens of the context of a prompt: 400. */
  promptTokens: tokens.optional(),
  /** The limit of the background for the language model in a day; without it no model is asked. */
  budget: z.strictObject({ callsPerDay: z.int().nonnegative(), tokensPerDay: z.int().nonnegative() }).optional(),
});

const addressSchema = z.string().refine(isDatabase, NO_DATABASE);

const configSchema = characterSchema.extend({
  db: pathSchema.optional(),
  /** The address of a PostgreSQL database, used instead of the file. */
  store: addressSchema.optional(),
  /** Databases that share the tenants, by names that must not change; `store` then records the node of each tenant. */
  nodes: z.record(nameSchema, addressSchema).optional(),
  keyFile: pathSchema.optional(),
  scope: scopeInputSchema.strict().optional(),
  embedder: z.union([embedderNameSchema, instance<Embedder>('embed')]).optional(),
  llm: z
    .union([
      z.custom<Llm>((value) => typeof value === 'function', 'is not a function'),
      z.strictObject({
        url: z.url(),
        model: nameSchema.optional(),
        /** The environment variable that contains the API key. */
        keyVariable: nameSchema.optional(),
      }),
    ])
    .optional(),
  agents: z.array(agentSchema).optional(),
  retention: retentionSchema.optional(),
  limits: limitsSchema.optional(),
  secrets: z
    .union([z.custom<Redact>((value) => typeof value === 'function'), z.enum(['redact', 'keep'])], {
      error: "is neither 'redact' nor 'keep' nor a function",
    })
    .optional(),
  serve: serveSchema.optional(),
  /** Settings of `souvenir hook`, which reads only a configuration file next to the memory or in `~/.souvenir`. */
  hooks: hooksSchema.optional(),
});
export type Config = Readonly<z.output<typeof configSchema>>;
export type Character = Readonly<z.output<typeof characterSchema>>;

/** Settings without a flag or variable. */
export const FILE_ONLY = [
  ...(['core', 'identity', 'playbooks', 'components', 'agents'] as const),
  ...(['retention', 'limits', 'secrets', 'serve', 'nodes', 'hooks'] as const),
];

export function checkConfig(value: unknown, file: string): Config {
  const { data, error } = configSchema.safeParse(value);
  if (data !== undefined) return data;
  const problems = error.issues.flatMap((issue) => issuesOf(issue)).map(describeIssue);
  throw new SouvenirError('invalidInput', `${file}: ${problems.join('; ')}`, { cause: error });
}

/** Reports the last alternative of a union, which is the one with keys. */
function issuesOf(issue: z.core.$ZodIssue, path: readonly PropertyKey[] = []): z.core.$ZodIssue[] {
  const at = [...path, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ ...issue, path: at }];
  const last = issue.errors.at(-1) ?? [];
  const hasKeys = last.some(({ code, path: within }) => code === 'unrecognized_keys' || within.length > 0);
  return hasKeys ? last.flatMap((each) => issuesOf(each, at)) : [{ ...issue, path: at }];
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const prefix = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  if (issue.code !== 'unrecognized_keys') return `${prefix}${issue.message}`;
  const known = issue.path.length === 0 ? `; known: ${Object.keys(configSchema.shape).join(', ')}` : '';
  return `${prefix}${issue.message}${known}`;
}
