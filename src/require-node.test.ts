import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireNode } from './require-node.ts';

describe('requireNode', () => {
  it.each([
    ['20.20.2', '9'],
    ['22.13.1', '9'],
    ['23.5.0', '9'],
    ['18.0.0', '8'],
  ])('refuses %s', (node, napi) => {
    expect(() => requireNode({ node, napi })).toThrow(
      expect.objectContaining({ code: 'nodeTooOld', message: expect.stringContaining(node) }),
    );
  });

  it.each([
    ['22.14.0', '10'],
    ['24.0.0', '10'],
    ['26.1.0', '11'],
  ])('accepts %s', (node, napi) => expect(() => requireNode({ node, napi })).not.toThrow());

  it('accepts the running Node', () => expect(() => requireNode()).not.toThrow());
});

it('the oldest supported Node can parse every regular expression', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((name) => !name.endsWith('.test.ts'));
  const modified = files.filter((name) =>
    /\(\?-?[ims]+(?:-[ims]+)?:/.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(modified).toEqual([]);
});
