import { expect, it } from 'vitest';
import { readQuestion } from './question.ts';

const WEDNESDAY = new Date('2026-03-18T12:00:00Z');

it.each([
  ['What changed since Friday?', { mode: 'changed', topic: '' }],
  ['what has changed with the deployment since May 2025', { mode: 'changed', topic: 'the deployment' }],
  ["So what's new since yesterday?", { mode: 'changed', topic: '' }],
  ['Has anything changed about Ana since 1 March?', { mode: 'changed', topic: 'Ana' }],
  ["What's changed since I last worked on this?", { mode: 'changed', topic: '', since: 'lastTime' }],
  ['What is different since our last session?', { mode: 'changed', topic: '', since: 'lastTime' }],
  ['What changed about the menu since last time?', { mode: 'changed', topic: 'the menu', since: 'lastTime' }],
  ['What am I most sure of about Ana?', { mode: 'certain', topic: 'Ana' }],
  ['What are you most confident about regarding the API', { mode: 'certain', topic: 'the API' }],
  ['What are we most certain of?', { mode: 'certain', topic: '' }],
])('%s', (text, expected) => {
  expect(readQuestion(text, WEDNESDAY)).toEqual(expected);
});

it.each([
  'What changed?',
  'What is new in Rust?',
  'What am I allergic to?',
  'What changed my mind about Lisbon?',
  'What new hobby did Ana take up on 9 July?',
  'What is new hire Ben working on since Monday?',
  'What did we discuss last week?',
  'Are you sure about Friday?',
  'I changed my job on Friday',
  '',
])('leaves "%s" to relevance or to time', (text) => {
  expect(readQuestion(text, WEDNESDAY)).toBeUndefined();
});
