import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from './ask.ts';

const schema = z.object({ facts: z.array(z.string()) });
const FACTS = { facts: ['He said "no"', 'a ] in } a { text [', 'uses ``` fences', 'back\\slash'] };
const JSON_TEXT = JSON.stringify(FACTS);

const asked = async (answers: readonly unknown[], shape: z.ZodType = schema) => {
  const prompts: string[] = [];
  const llm = async (_: string, user: string) => {
    prompts.push(user);
    return answers[prompts.length - 1] as string;
  };
  const value = await ask(llm, { system: 'system', user: 'question', schema: shape }).catch((error) => error);
  return { value, prompts };
};

describe('ask', () => {
  it.each([
    ['JSON alone', JSON_TEXT],
    ['indented', JSON.stringify(FACTS, null, 2)],
    ['fenced with a language', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['fenced with another', `\`\`\`JSON5\r\n${JSON_TEXT}\r\n\`\`\``],
    ['fenced without one', `\`\`\`\n${JSON_TEXT}\n\`\`\``],
    ['a fence never closed', `\`\`\`json\n${JSON_TEXT}`],
    ['prose around it', `Here you are: ${JSON_TEXT} Anything else?`],
    ['prose with brackets of its own', `Sure [as asked] {see below}:\n${JSON_TEXT}\nHope it helps :]}`],
    ['prose with an odd quote', `The 5" one: ${JSON_TEXT}`],
    ['another object before it', `{"thinking":["first"]}\n${JSON_TEXT}`],
    ['a comma too much', `${JSON_TEXT.slice(0, -2)},],}`],
    ['without its last bracket', JSON_TEXT.slice(0, -1)],
    ['keys nobody asked for', `{"__proto__":{"facts":[]},"note":[[]],${JSON_TEXT.slice(1)}`],
  ])('accepts %s without a second question', async (_, answer) => {
    const { value, prompts } = await asked([answer]);
    expect(value).toEqual(FACTS);
    expect(prompts).toEqual(['question']);
  });

  it('reads an array if the schema is an array', async () => {
    const { value } = await asked(['The list: [[1],[2]] as asked'], z.array(z.array(z.number())));
    expect(value).toEqual([[1], [2]]);
  });

  it.each([
    ['cut off', JSON_TEXT.slice(0, -5), /it breaks off here: .*fences","back.*sla\. /],
    ['cut off after a comma', '{"facts":["a"],"more":[{"facts":[]},', /breaks off/],
    ['no JSON', 'There is nothing to keep.', /no JSON/],
    ['nothing', '', /no JSON/],
    ['another shape', '{"facts":{"a":1}}', /facts\[0\]: .*expected string.*, got \{"a":1\}/],
    ['a bare array', '["a"]', /answer: .*, got \["a"\]/],
    ['no text', undefined, /not text/],
    ['an object that is no text', FACTS, /not text/],
  ])('sends %s back with its error', async (_, wrong, why) => {
    const { value, prompts } = await asked([wrong, JSON_TEXT]);
    expect(value).toEqual(FACTS);
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toMatch(/^question\n/);
    expect(prompts[1]).toMatch(why);
    expect(prompts[1]).toContain(String(wrong));
  });

  it('shortens a wrong answer, and gives up after the second', async () => {
    const { value, prompts } = await asked(['['.repeat(1_000_000), '{'.repeat(1_000_000), JSON_TEXT]);
    expect(value).toMatchObject({ code: 'badModelAnswer' });
    expect(prompts).toHaveLength(2);
    expect(prompts[1]?.length).toBeLessThan(3000);
  });
});
