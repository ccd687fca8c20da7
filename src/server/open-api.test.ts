import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { servedApp } from '../../test/support/served-app.ts';
import { jsonSchemaOf } from '../operations/operation.ts';
import { openApi } from './open-api.ts';
import { allOperations, pathOf } from './served.ts';

test('the description is valid OpenAPI 3.1', async () => {
  const { app } = await servedApp();
  const served = await (await app.request('/openapi.json')).json();
  expect(served).toEqual(JSON.parse(JSON.stringify(openApi())));
  const validator = new Validator();
  expect(await validator.validate(structuredClone(served) as never)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every operation is described with body, result and statuses', () => {
  const { paths, components } = openApi();
  for (const { name, summary, effect } of allOperations) {
    const post = paths[pathOf(name)]?.['post'] as { responses: object; parameters: { name: string }[] } | undefined;
    expect(post).toMatchObject({ operationId: name, summary, 'x-effect': effect });
    expect(Object.keys(post?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '401', '404']));
    const parameters = post?.parameters.map((parameter) => parameter.name) ?? [];
    expect(parameters.includes('Idempotency-Key')).toBe(effect !== 'reads');
  }
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Memory', 'RecordInput', 'RecallResult']));
});

test('every reference in the description resolves', () => {
  const { components } = openApi();
  const names = [...JSON.stringify(openApi()).matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)];
  expect(names.length).toBeGreaterThan(100);
  for (const [, name] of names) expect(components.schemas).toHaveProperty([name as string]);
});

test('only the schema Json is recursive', () => {
  for (const { input, output } of allOperations)
    for (const [schema, io] of [
      [input, 'input'],
      [output, 'output'],
    ] as const)
      for (const recursive of Object.values(jsonSchemaOf(schema, io).$defs ?? {}))
        if (JSON.stringify(recursive).includes('"$ref"'))
          expect((recursive as { anyOf?: unknown[] }).anyOf).toHaveLength(6);
});

test('the reference page lists every path and allows no script', async () => {
  const { app } = await servedApp();
  const answer = await app.request('/reference');
  const page = await answer.text();
  for (const { name, summary } of allOperations) {
    expect(page).toContain(pathOf(name));
    expect(page).toContain(summary.replaceAll("'", '&#39;'));
  }
  expect(page).not.toMatch(/<script|onclick|javascript:/i);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const home = await app.request('/');
  expect([home.status, home.headers.get('location')]).toEqual([302, '/lab/']);
});
