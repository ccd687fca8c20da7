import type { Command, Option } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { Cli } from '../cli.ts';
import { addCommand, addGroup, answer, optionsOf } from '../command.ts';
import { noteDegraded, printResult, readText } from '../in-out.ts';
import type { OpenMemory } from '../memory.ts';
import { addSearchOptions, CHOICES, choiceOption, nameValue, type SearchFlags, searchInput } from '../options.ts';
import { count, terminalWidth } from '../render/text.ts';

type Audience = (typeof CHOICES.audience)[number];

const loadRendering = () => import('../render/context.ts');

const sharedWithOption = (): Option =>
  choiceOption('--shared-with <audience>', 'who may read it: the user or the whole tenant', CHOICES.audience).default(
    'user',
  );

export function addDocuments(program: Command, cli: Cli): void {
  const group = addGroup(program, 'documents', 'Add, list and search documents.', 'documents add handbook.md');
  for (const add of [addList, addAdd, addChunks, addRemove, addSearch]) add(group, cli);
}

function addList(group: Command, cli: Cli): void {
  const description = "List the documents, the user's own first.";
  const command = addCommand(group, 'list', description, ['documents list'], { isDefault: true }).action(async () => {
    await answer(cli, optionsOf(command), 'documents.list', {
      input: {},
      render: async (documents) => (await loadRendering()).documentsLines(documents, terminalWidth()),
    });
  });
}

interface AddFlags {
  readonly id?: string;
  readonly sharedWith: Audience;
}

function addAdd(group: Command, cli: Cli): void {
  const description = 'Add or update documents.';
  const command = addCommand(group, 'add', description, ['documents add handbook.md faq.html'])
    .argument('<file...>', 'Markdown, HTML or plain text files; - reads stdin')
    .option('--id <id>', 'the id of a single document; its path by default', nameValue)
    .addOption(sharedWithOption())
    .action(async (files: string[]) => {
      const options = optionsOf<AddFlags>(command);
      if (options.id !== undefined && files.length > 1) command.error('error: --id takes one document, not several');
      const documents = await Promise.all(files.map((file) => readDocument(file, options, cli.signal)));
      const { withMemory } = await import('../memory.ts');
      const reports = await withMemory(cli, options, { absent: 'made', vectors: 'changed' }, async (memory) => {
        const done: Awaited<ReturnType<typeof addDocument>>[] = [];
        for (const document of documents) done.push(await addDocument(document, memory));
        return done;
      });
      await printResult(options, reports, (await loadRendering()).addedLines);
    });
}

/** The path is the document's id, and gives its format. */
async function readDocument(file: string, { id, sharedWith }: AddFlags, signal: AbortSignal) {
  const content = await readText(file, signal);
  return { id, content, source: file === '-' ? undefined : file, sharedWith };
}

async function addDocument(document: Awaited<ReturnType<typeof readDocument>>, memory: OpenMemory) {
  const [{ operations }, { perform }] = await Promise.all([
    import('../../operations/operations.ts'),
    import('../../operations/operation.ts'),
  ]);
  try {
    return await perform(operations['documents.add'], memory, document);
  } catch (error) {
    if (!SouvenirError.is(error) || document.source === undefined) throw error;
    const { code, message, advice, cause } = error;
    const options = { cause, ...(advice !== undefined && { advice }) };
    throw new SouvenirError(code, `${document.source}: ${message}`, options);
  }
}

function addChunks(group: Command, cli: Cli): void {
  const description = 'Show the chunks of a document in order.';
  const command = addCommand(group, 'chunks', description, ['documents chunks handbook.md'])
    .argument('<id>', 'the document')
    .action(async (id: string) => {
      await answer(cli, optionsOf(command), 'documents.chunks', {
        input: { id },
        render: async (chunks) => (await loadRendering()).chunksLines(chunks),
      });
    });
}

function addRemove(group: Command, cli: Cli): void {
  const command = addCommand(group, 'remove', 'Remove a document and its chunks.', ['documents remove handbook.md'])
    .argument('<id>', 'the document')
    .addOption(sharedWithOption())
    .action(async (id: string) => {
      const options = optionsOf<{ sharedWith: Audience }>(command);
      await answer(cli, options, 'documents.remove', {
        input: { id, sharedWith: options.sharedWith },
        render: ({ removed }) => [`Removed ${count(removed, 'passage')}.`],
      });
    });
}

function addSearch(group: Command, cli: Cli): void {
  const description = 'Find the document chunks that are relevant to a query, if any.';
  const example = 'documents search "how many days of leave do I have?"';
  const command = addCommand(group, 'search', description, [example]).argument('<query>', 'the query');
  addSearchOptions(command).action(async (query: string) => {
    const options = optionsOf<SearchFlags>(command);
    const { degraded } = await answer(cli, options, 'documents.search', {
      input: { query, ...searchInput(options) },
      needs: { vectors: 'search' },
      render: async (result) => (await loadRendering()).passagesLines(result),
    });
    noteDegraded(degraded);
  });
}
