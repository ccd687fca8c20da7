import { z } from 'zod';
import { oneLine } from '../compose/plain-text.ts';
import { readable } from '../context/profile/schema.ts';
import { foldTurns } from '../model/listed.ts';
import type { Json } from '../model/primitives.ts';
import { operations } from '../operations/operations.ts';
import { MEMORIES_ARE_DATA, memoriesText, profileText, shownMemorySchema, toShownMemory } from './shown-memory.ts';
import { type Tool, toolOf } from './tool.ts';

const memoriesOutput = z.object({
  memories: z.array(shownMemorySchema),
  notice: z.string(),
});

const { recall, turn, recordAll } = operations;
const {
  'memories.add': add,
  'memories.list': list,
  'memories.correct': correct,
  'memories.forget': forget,
} = operations;
const { content, role } = recordAll.input.shape.turns.element.shape;

/** One operation each, with few fields, since the list is part of every conversation. */
export const TOOLS: readonly Tool[] = [
  toolOf('recall', {
    name: 'memory_recall',
    title: 'Recall',
    description:
      'Find what is remembered of this user and their work. Use before answering what may rest on earlier conversations: preferences, people, plans. Ask a full question. Not for general knowledge. Empty means nothing relevant is known: do not guess.',
    input: z.strictObject({
      query: recall.input.shape.query,
      topK: recall.input.shape.topK,
      asOf: recall.input.shape.asOf.describe('what was known at a past date'),
    }),
    output: memoriesOutput.extend({ reason: z.string().optional(), archived: z.array(z.string()).optional() }),
    formatOutput: ({ items, reason, archived = [], degraded }) => {
      const silence = items.length > 0 ? undefined : (reason ?? 'nothing relevant is remembered');
      const missing = degraded.map(({ part, reason: why }) => `Without ${part}: ${why}.`);
      return {
        text: [
          silence === undefined ? memoriesText(items) : `Nothing: ${silence}.`,
          ...(archived.length === 0 ? [] : ['Archived:', memoriesText(archived)]),
          ...missing,
        ].join('\n'),
        structured: {
          ...{ memories: items.map(toShownMemory), notice: MEMORIES_ARE_DATA },
          ...(silence !== undefined && { reason: silence }),
          ...(archived.length > 0 && { archived: archived.map((each) => toShownMemory(each).content) }),
        },
      };
    },
  }),
  toolOf('turn', {
    name: 'memory_turn',
    title: 'Compose a prompt',
    description:
      'All that helps to answer a message, as one text: instructions, profile, memories, documents. Use once when a conversation or task begins; for a single fact memory_recall costs less.',
    input: z.strictObject({ message: turn.input.shape.message }),
    output: z.object({ prompt: z.string() }),
    effect: 'reads',
    fixed: { retrieve: true },
    formatOutput: ({ messages }) => {
      const prompt = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n');
      return { text: prompt || 'Nothing is known that helps here.', structured: { prompt } };
    },
  }),
  toolOf('memories.add', {
    name: 'memory_add',
    title: 'Add a memory',
    description:
      'Keep one fact, preference or decision for good. Use when the user asks, or for what will matter later. One self-contained sentence with names and dates. Never passwords or keys.',
    input: z.strictObject({
      content: add.input.shape.content,
      importance: add.input.shape.importance.describe('0 to 1'),
    }),
    // The words of a model, not of the user.
    fixed: { metadata: { trust: 'agent' } },
    output: z.object({ id: z.string(), did: add.output.shape.did, replaced: z.array(z.string()) }),
    formatOutput: ({ memory: { id }, did, superseded }) => ({
      text: [
        did === 'created' ? `Saved as ${id}.` : `Known already as ${id}, and surer now.`,
        ...(superseded.length === 0 ? [] : ['In place of:', memoriesText(superseded)]),
      ].join('\n'),
      structured: { id, did, replaced: superseded.map((each) => toShownMemory(each).content) },
    }),
  }),
  toolOf('recordAll', {
    name: 'memory_record',
    title: 'Record turns',
    description:
      'Record turns word for word; memories are drawn from them later. Use after an exchange that tells something of the user or the work, not for small talk. For one clear fact use memory_add.',
    input: z.strictObject({
      turns: z
        .array(z.strictObject({ content, role: role.unwrap().exclude(['system', 'tool']).default('user') }))
        .min(1),
    }),
    output: z.object({ recorded: z.int() }),
    formatOutput: ({ length }) => ({
      text: `Recorded ${length} ${length === 1 ? 'turn' : 'turns'}.`,
      structured: { recorded: length },
    }),
  }),
  toolOf('memories.list', {
    name: 'memory_list',
    title: 'List memories',
    description:
      'List memories, newest first. Use when the user asks what is remembered, or to find ids; for a question use memory_recall.',
    input: z.strictObject({
      limit: list.input.shape.limit.unwrap().default(20),
      cursor: list.input.shape.cursor.describe('`next` of the last page'),
    }),
    output: memoriesOutput.extend({ next: z.string().optional() }),
    // Ordered by occurrence, so that an episode and the memories extracted from it share a page.
    fixed: { descending: true, sort: 'happened' },
    formatOutput: ({ memories, next }) => {
      const entries = foldTurns(memories);
      const more = next ? [`More with cursor ${next}`] : [];
      return {
        text: [memoriesText(entries) || 'Nothing is remembered.', ...more].join('\n'),
        structured: { memories: entries.map(toShownMemory), notice: MEMORIES_ARE_DATA, ...(next && { next }) },
      };
    },
  }),
  toolOf('memories.correct', {
    name: 'memory_correct',
    title: 'Correct memory',
    description:
      'Put what is right in the place of a memory that is wrong or no longer true, named by id or by what it says; else it is only added.',
    input: z.strictObject({
      id: correct.input.shape.id,
      saying: correct.input.shape.saying,
      content: correct.input.shape.content,
    }),
    output: z.object({ id: z.string(), corrected: z.boolean() }),
    formatOutput: ({ id, corrected }) => ({
      text: corrected.length > 0 ? `Corrected; what holds now is ${id}.` : `No memory said so; kept as ${id}.`,
      structured: { id, corrected: corrected.length > 0 },
    }),
  }),
  toolOf('memories.forget', {
    name: 'memory_forget',
    title: 'Forget memory',
    description: 'Take one memory out of sight. Only when the user asks to; for what is wrong use memory_correct.',
    input: z.strictObject({ id: forget.input.shape.id }),
    output: z.object({ id: z.string() }),
    formatOutput: ({ id, echoes }) => ({
      text: [
        `Forgotten: ${id}.`,
        ...(echoes.length === 0
          ? []
          : ['Your own turns still say it; forget them too if asked:', memoriesText(echoes)]),
      ].join('\n'),
      structured: { id },
    }),
  }),
  toolOf('profile.get', {
    name: 'memory_profile',
    title: 'User profile',
    description: 'What is known of the user, by field. Use to fit answers to them.',
    input: z.strictObject({}),
    output: z.object({ profile: z.record(z.string(), z.string()) }),
    formatOutput: (values) => {
      const profile = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, oneLine(readable(value as Json))]),
      );
      return { text: profileText(profile) || 'Nothing is known of the user yet.', structured: { profile } };
    },
  }),
];
