import { z } from 'zod';
import { episodeSchema } from '../model/episode.ts';
import { linkSchema } from '../model/graph.ts';
import { memorySchema } from '../model/memory.ts';
import { recallItemSchema } from '../model/recall.ts';
import { consolidationReportSchema } from '../model/report.ts';
import { scopeSchema } from '../model/scope.ts';
import { jsonSchemaOptions } from '../operations/operation.ts';
import { PROBLEM_STATUSES } from './problem.ts';
import { type AnyOperation, allOperations, pathOf } from './served.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: Json;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> } & Json;
  readonly security: readonly Json[];
}

const SHARED = {
  ...{ Memory: memorySchema, Episode: episodeSchema, RecallItem: recallItemSchema },
  ...{ Link: linkSchema, ConsolidationReport: consolidationReportSchema },
};

const SCHEMAS = '#/components/schemas/';
const refTo = (name: string): Json => ({ $ref: `${SCHEMAS}${name}` });

/** The operation's name as a schema name, such as MemoriesAdd. */
const titleOf = (name: string): string =>
  name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

type Registry = ReturnType<typeof z.registry<{ id: string }>>;

function registryOf(io: 'input' | 'output'): Registry {
  const registry = z.registry<{ id: string }>();
  if (io === 'output') for (const [id, schema] of Object.entries<z.ZodType>(SHARED)) registry.add(schema, { id });
  for (const { name, [io]: schema } of allOperations)
    if (!registry.has(schema)) registry.add(schema, { id: `${titleOf(name)}${io === 'input' ? 'Input' : 'Result'}` });
  return registry;
}

/** The only recursive schema is that of JSON. */
const RECURSIVE = /#\/components\/schemas\/__shared#\/\$defs\/schema\d+/g;

function schemasOf(registry: Registry, io: 'input' | 'output'): Record<string, Json> {
  const written = z.toJSONSchema(registry, { ...jsonSchemaOptions(io), uri: (id) => `${SCHEMAS}${id}` });
  const { schemas } = JSON.parse(JSON.stringify(written).replace(RECURSIVE, `${SCHEMAS}Json`));
  return Object.fromEntries(
    Object.entries<Json>(schemas)
      .filter(([id]) => id !== '__shared')
      .map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

const PROBLEM: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    ...{ type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' } },
    ...{ code: { type: 'string' }, advice: { type: 'string' } },
  },
};

const parameter = (name: string, location: string, description: string, schema: Json): Json => ({
  ...{ name, in: location, description, schema },
});

const SCOPE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  tenantId: 'The tenant of the memory.',
  userId: 'The user of the memory.',
  agentId: 'The agent of the memory.',
  projectId: 'The project; by default a read spans all projects.',
  sessionId: 'The session; by default a read spans all sessions.',
};
const scopeParameters = Object.keys(scopeSchema.shape).map((name) =>
  parameter(name, 'query', SCOPE_DESCRIPTIONS[name] ?? name, { type: 'string', minLength: 1, maxLength: 200 }),
);
const idempotencyKey = parameter('Idempotency-Key', 'header', 'A repeated request with the same key runs once.', {
  ...{ type: 'string', maxLength: 200 },
});

const problems = Object.fromEntries(
  PROBLEM_STATUSES.map((status) => [String(status), { $ref: '#/components/responses/Problem' }]),
);
const contentOf = (type: string, schema: Json): Json => ({ [type]: { schema } });

function routeOf(operation: AnyOperation, inputs: Registry, results: Registry): Json {
  const { name, summary, effect, isIdempotent = effect === 'reads', capability } = operation;
  const result = refTo(results.get(operation.output)?.id as string);
  return {
    ...{ operationId: name, summary, tags: [name.includes('.') ? name.split('.')[0] : 'memory'] },
    ...{ 'x-effect': effect, 'x-idempotent': isIdempotent, 'x-capability': capability },
    parameters: [...scopeParameters, ...(effect === 'reads' ? [] : [idempotencyKey])],
    requestBody: { content: contentOf('application/json', refTo(inputs.get(operation.input)?.id as string)) },
    responses: {
      200: {
        description: operation.isStream ? 'One result per line.' : 'The result.',
        content: {
          ...contentOf(operation.isStream ? 'application/x-ndjson' : 'application/json', result),
          ...contentOf('text/event-stream', { type: 'string' }),
        },
      },
      ...problems,
    },
  };
}

const plainRoute = (operationId: string, summary: string, type: string, parameters: readonly Json[] = []): Json => ({
  ...{ operationId, summary, tags: ['server'], parameters },
  responses: { 200: { description: summary, content: contentOf(type, {}) }, ...problems },
});

let cachedOpenApi: OpenApi | undefined;

export function openApi(): OpenApi {
  cachedOpenApi ??= makeOpenApi();
  return cachedOpenApi;
}

function makeOpenApi(): OpenApi {
  const [inputs, results] = [registryOf('input'), registryOf('output')];
  const names = parameter('names', 'query', 'The events, separated by commas; all by default.', {
    type: 'string',
  });
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Souvenir', version: 'v1', summary: 'Persistent memory for AI agents.' },
      description: 'Each operation is a POST with its input as the body; the query names the scope of the memory.',
    },
    paths: {
      ...Object.fromEntries(
        allOperations.map((operation) => [pathOf(operation.name), { post: routeOf(operation, inputs, results) }]),
      ),
      '/v1/events': {
        get: plainRoute('events', 'A live stream of events.', 'text/event-stream', [...scopeParameters, names]),
      },
      '/health': { get: plainRoute('health', 'Whether the process is up.', 'application/json') },
      '/ready': { get: plainRoute('ready', 'Whether the memory is ready for requests.', 'application/json') },
      '/metrics': { get: plainRoute('metrics', 'The metrics of this process, for Prometheus.', 'text/plain') },
      '/openapi.json': { get: plainRoute('openapi', 'This description.', 'application/json') },
      '/reference': { get: plainRoute('reference', 'This description as a page.', 'text/html') },
    },
    components: {
      schemas: {
        ...{ ...schemasOf(inputs, 'input'), ...schemasOf(results, 'output') },
        ...{ Json: { description: 'Any JSON value.' }, Problem: PROBLEM },
      },
      responses: {
        Problem: {
          description: 'An error as problem details (RFC 9457).',
          content: contentOf('application/problem+json', refTo('Problem')),
        },
      },
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Created by `souvenir keys create`.' } },
    },
    // The server's configuration decides whether a key is needed.
    security: [{ key: [] }, {}],
  };
}
