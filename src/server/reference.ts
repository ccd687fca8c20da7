import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { openApi } from './open-api.ts';

type Json = Readonly<Record<string, unknown>>;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --soft: light-dark(#666, #aaa); --back: light-dark(#f6f6f6, #222); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
nav { columns: 14rem; } nav a { display: block; } section { border-top: 1px solid var(--line); padding: 1rem 0; }
h3 { margin: 0; font-family: ui-monospace, monospace; font-size: 1rem; } h3 span, dt span, .soft { color: var(--soft); font-weight: normal; }
pre { background: var(--back); padding: 0.75rem; overflow-x: auto; font-size: 0.85rem; } dt { font-family: ui-monospace, monospace; }
dd { margin: 0 0 0.25rem 1.5rem; color: var(--soft); } summary { cursor: pointer; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The OpenAPI document as one readable page without a script. */
export function referencePage(context: Context) {
  const { info, paths, components } = openApi();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method: method.toUpperCase(), route })),
  );
  context.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
  );
  return context.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Souvenir: reference</title><style>${raw(STYLE)}</style></head>
<body>
<h1>${info['title']}</h1>
<p>${info['summary']} ${info['description']}</p>
<p class="soft">Errors are problem details (RFC 9457). With <code>accept: text/event-stream</code> an operation reports its progress. <a href="/openapi.json">openapi.json</a></p>
<nav>${routes.map(({ path }) => html`<a href="#${path}">${path}</a>`)}</nav>
${routes.map(({ path, method, route }) => routeSection(path, method, route, components.schemas))}
</body>
</html>`);
}

function routeSection(path: string, method: string, route: Json, schemas: Readonly<Record<string, Json>>) {
  const { summary, 'x-effect': effect, 'x-capability': capability } = route;
  const input = schemaIn(route['requestBody'], schemas);
  const result = schemaIn((route['responses'] as Json)['200'], schemas);
  return html`<section id="${path}">
<h3>${method} ${path}</h3>
<p>${summary} ${effect === undefined ? '' : html`<span class="soft">It ${effect}; needs “${capability}”.</span>`}</p>
${input === undefined ? '' : html`<dl>${fieldsOf(input).map(([name, type, isRequired]) => html`<dt>${name} <span>${isRequired ? '' : 'optional'}</span></dt><dd>${type}</dd>`)}</dl>`}
${result === undefined ? '' : html`<details><summary>Result</summary><pre>${JSON.stringify(result, undefined, 2)}</pre></details>`}
</section>
`;
}

function schemaIn(part: unknown, schemas: Readonly<Record<string, Json>>): Json | undefined {
  const { content = {} } = (part ?? {}) as { readonly content?: Readonly<Record<string, { readonly schema: Json }>> };
  const name =
    String(Object.values(content)[0]?.schema['$ref'] ?? '')
      .split('/')
      .at(-1) ?? '';
  return schemas[name];
}

function fieldsOf({ properties = {}, required = [] }: Json): [string, string, boolean][] {
  return Object.entries(properties as Readonly<Record<string, Json>>).map(([name, schema]) => [
    name,
    typeOf(schema),
    (required as readonly string[]).includes(name),
  ]);
}

function typeOf(schema: Json): string {
  const { $ref, enum: choices, const: only, anyOf, items, type } = schema;
  if ($ref !== undefined) return String($ref).split('/').at(-1) ?? '';
  if (choices !== undefined) return (choices as readonly unknown[]).map((choice) => JSON.stringify(choice)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf !== undefined) return [...new Set((anyOf as readonly Json[]).map(typeOf))].join(' | ');
  if (type === 'array') return `list of ${typeOf((items ?? {}) as Json)}`;
  return typeof type === 'string' ? type : 'anything';
}
