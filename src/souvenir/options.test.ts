import { expect, test } from 'vitest';
import { z } from 'zod';
import { storedInstructions } from '../context/instructions/stored-instructions.ts';
import { storedProfile } from '../context/profile/stored-profile.ts';
import type { DocumentStore } from '../contracts/document-store.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { resolveOptions, type SouvenirOptions } from './options.ts';

const none = async () => [];
const documents: DocumentStore = {
  list: none,
  chunks: none,
  replace: async () => ({ added: 0, removed: 0, kept: 0 }),
  remove: async () => 0,
  search: async () => ({ items: [], confidence: 0, degraded: [] }),
};
const parts = {
  store: memoryStore(),
  documentStore: documents,
  profileStore: storedProfile(memoryStore()),
  instructionStore: storedInstructions(memoryStore()),
};
const settled = (options: object) => () =>
  resolveOptions({ store: memoryStore(), embedder: null, ...options } as SouvenirOptions);

test('createSouvenir accepts every valid part', () => {
  expect(settled(parts)).not.toThrow();
});

const METHODS = {
  store: ['noteOf', 'progressSteps', 'versionsOf', 'searchText'],
  documentStore: ['list', 'chunks', 'replace', 'remove', 'search'],
  profileStore: ['fields', 'set', 'history'],
  instructionStore: ['versions', 'append'],
} as const;
const lacks = Object.entries(METHODS).flatMap(([part, methods]) =>
  methods.map((method) => [part as keyof typeof METHODS, method] as const),
);
test.each(lacks)('createSouvenir refuses a %s without %s', (part, method) => {
  const lacking = Object.assign(Object.create(parts[part]), parts[part], { [method]: undefined });
  expect(settled({ ...parts, [part]: lacking })).toThrow(`options.${part}: is not a`);
});

test.each([
  [{ schema: {} }, 'options.profile.schema: is not a z.object()'],
  [{ schema: z.object({ name: z.string() }), shema: 1 }, 'shema'],
  [{ extract: 'rules' }, 'options.profile.extract'],
  [{ minConfidence: 2 }, 'options.profile.minConfidence'],
  [{ maxItems: 0 }, 'options.profile.maxItems'],
])('createSouvenir refuses the profile %j', (profile, message) => {
  expect(settled({ profile })).toThrow(message);
});

test('createSouvenir accepts a profile schema of the caller', () => {
  const profile = { schema: z.object({ name: z.string() }), extract: () => [], minConfidence: 0.5 };
  expect(settled({ profile })().profile).toEqual(profile);
});

test.each([[['scout']], [[{ id: 'scout' }]], [{ id: 'scout', components: 'all' }]])(
  'createSouvenir refuses %j for agents',
  (agents) => {
    expect(settled({ agents })).toThrow('options.agents.0: is not an agent');
  },
);
