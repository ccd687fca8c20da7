import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { SouvenirError } from '../errors.ts';
import { failureText } from './failure.ts';
import { memoriesText } from './shown-memory.ts';
import type { Perform } from './tool.ts';
import { TOOLS } from './tools.ts';

const RECENT = 20;
const mimeType = 'text/plain';

/** Adds the user's profile and memories as resources, to be read without a tool. */
export function addResources(server: McpServer, perform: Perform): void {
  server.registerResource(
    'profile',
    'souvenir://profile',
    { title: "The user's profile", description: 'What is known of the user, by field.', mimeType },
    ({ href }, { mcpReq: { signal } }) =>
      asResource(href, async () => resultText('profile.get', await perform('profile.get', {}, signal))),
  );
  server.registerResource(
    'recent-memories',
    'souvenir://memories/recent',
    { title: 'Recent memories', description: `The ${RECENT} newest memories.`, mimeType },
    ({ href }, { mcpReq: { signal } }) =>
      asResource(href, async () => {
        const { memories } = await perform(
          'memories.list',
          { descending: true, sort: 'happened', limit: RECENT },
          signal,
        );
        return resultText('memories.list', { memories });
      }),
  );
  server.registerResource(
    'memory',
    new ResourceTemplate('souvenir://memories/{id}', { list: undefined }),
    { title: 'A memory', description: 'One memory by its id.', mimeType },
    ({ href }, { id }, { mcpReq: { signal } }) =>
      asResource(href, async () => {
        const memory = await perform('memories.get', { id: idIn(String(id)) }, signal);
        if (memory === null) throw new ResourceNotFoundError(href);
        return memoriesText([memory]);
      }),
  );
}

/** Adds a prompt with the context for a conversation. */
export function addPrompt(server: McpServer, perform: Perform): void {
  server.registerPrompt(
    'context',
    {
      title: 'Context',
      description: 'What is remembered that matters for a conversation.',
      argsSchema: z.object({ about: z.string().describe('what the conversation is about') }),
    },
    ({ about }, { mcpReq: { signal } }) =>
      withProtocolErrors(async () => {
        const { text, reason } = await perform('context', { intent: about }, signal);
        const content = text || `Nothing is remembered of it: ${reason ?? 'nothing relevant is known'}.`;
        return { messages: [{ role: 'user', content: { type: 'text', text: content } }] };
      }),
  );
}

function idIn(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new SouvenirError('invalidInput', `id: ${JSON.stringify(encoded)} is not UTF-8 in percent encoding`, {
      cause,
    });
  }
}

const resultText = (operation: string, result: unknown): string =>
  TOOLS.find((tool) => tool.operation === operation)?.formatOutput(result).text ?? '';

const asResource = (uri: string, read: () => Promise<string>) =>
  withProtocolErrors(async () => ({ contents: [{ uri, mimeType, text: await read() }] }));

/** Turns errors into those of the protocol, with the texts that tools use. */
async function withProtocolErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const isOfCaller = SouvenirError.is(error) && error.code === 'invalidInput';
    const code = isOfCaller ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, failureText(error));
  }
}
