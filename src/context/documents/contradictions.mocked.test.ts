import { describe, expect, test, vi } from 'vitest';
import { compareClaims } from '../../languages/english/claims/compare.ts';
import { languages } from '../../languages/languages.ts';
import { contradictionsBetween } from './contradictions.ts';

vi.mock(import('../../languages/english/claims/compare.ts'), { spy: true });

const between = (memory: string, document: string) =>
  contradictionsBetween([{ id: 'm', content: memory }], [{ id: 'c', text: document }], languages());

describe('a contradiction between a memory and a document', () => {
  test.each([
    ['The API uses OAuth', 'The API uses API keys. Send yours in a header.', 'The API uses API keys.'],
    ['Our API uses OAuth.', 'The API uses API keys for authentication.', 'The API uses API keys for authentication.'],
    [
      'The API authenticates with OAuth',
      'The API authenticates with API keys.',
      'The API authenticates with API keys.',
    ],
    ['The API does not use OAuth.', 'The API uses OAuth.', 'The API uses OAuth.'],
    ['The database is MySQL.', 'Intro.\n\n- The database is PostgreSQL.', 'The database is PostgreSQL.'],
    ['The rate limit is 60 requests per minute', 'The rate limit is **120** requests per minute.', undefined],
    ['Parental leave is 12 weeks.', 'Parental leave is 16 weeks.', 'Parental leave is 16 weeks.'],
    ['Backups are kept for 90 days.', 'Backups are kept for 35 days.', 'Backups are kept for 35 days.'],
    ['The service runs on port 8080.', 'The service runs on port 3000.', 'The service runs on port 3000.'],
    ['The office is in Berlin.', 'The office is in Munich.', 'The office is in Munich.'],
    ['The deadline is 5 May.', 'The deadline is 9 May.', 'The deadline is 9 May.'],
  ])('is found between %j and %j', (memory, document, sentence) => {
    const matches = between(memory, document);
    expect(matches).toMatchObject([{ memoryId: 'm', chunkId: 'c' }]);
    if (sentence !== undefined) expect(matches[0]?.sentence).toBe(sentence);
  });
});

describe('a memory and a document without a contradiction', () => {
  test.each([
    ['The API uses API keys', 'The API uses API keys.'],
    ['The API uses OAuth', 'The API uses API keys. The API also uses OAuth.'],
    ['The API uses OAuth', 'The frontend uses React.'],
    ['The team uses Slack.', 'The team uses Jira.'],
    ['The user prefers tea.', 'Coffee is brewed at 92 degrees.'],
    ['Backups are kept for 35 days.', 'Logs are kept for 14 days.'],
    ['Ana lives in Oslo.', 'The office is in Munich.'],
    ['The service runs on port 8080.', 'The service runs on Kubernetes. The service runs on port 8080.'],
    ['The API was slow yesterday.', 'The API uses API keys.'],
    ['The user asked about parental leave.', 'Parental leave is 16 weeks.'],
  ])('are %j and %j', (memory, document) => {
    expect(between(memory, document)).toEqual([]);
  });
});

test('each memory is compared with each chunk', () => {
  const memories = [
    { id: 'm1', content: 'The API uses OAuth. The deadline is 5 May.' },
    { id: 'm2', content: 'The user lives in Oslo.' },
  ];
  const chunks = [
    { id: 'c1', text: 'The API uses API keys.' },
    { id: 'c2', text: 'The deadline is 9 May.' },
  ];
  expect(
    contradictionsBetween(memories, chunks, languages()).map(({ memoryId, chunkId }) => [memoryId, chunkId]),
  ).toEqual([
    ['m1', 'c1'],
    ['m1', 'c2'],
  ]);
});

test('sentences about different topics are not compared', () => {
  const lines = (what: string, count: number) =>
    Array.from({ length: count }, (_, at) => `The ${what} number ${at} uses port ${8000 + at}.`).join(' ');
  vi.mocked(compareClaims).mockClear();
  expect(between(lines('service', 60), lines('gateway', 20))).toEqual([]);
  expect(compareClaims).not.toHaveBeenCalled();
});

test('a long text of many lines is compared in bounded time', { tags: ['long'] }, () => {
  const text = Array.from({ length: 50_000 }, (_, line) => `The value of row ${line} is ${line}.`).join('\n');
  expect(contradictionsBetween([{ id: 'm', content: text }], [{ id: 'c', text }], languages())).toEqual([]);
});
