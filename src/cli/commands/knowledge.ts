import { type Command, Option } from 'commander';
import type { IngestReport } from '../../context/documents/ingest-document.ts';
import type { Audience } from '../../contracts/document-store.ts';
import { SouvenirError } from '../../errors.ts';
import {
  audienceSchema,
  documentsOperation,
  ingestDocumentOperation,
  recallKnowledgeOperation,
  removeDocumentOperation,
} from '../../operations/knowledge.ts';
import { type OperationContext, perform } from '../../operations/operation.ts';
import { type Cli, commandFor, commandGroup, optionsOf, withExample } from '../cli.ts';
import { nameValue } from '../option-values.ts';
import { noteDegraded, printResult } from '../output.ts';
import { readText } from '../read-text.ts';
import { documentsLines, ingestedLines, passagesLines } from '../render/knowledge.ts';
import { count } from '../render/phrases.ts';
import { withMemory } from '../with-memory.ts';
import { answer } from './answer.ts';
import { addSearchOptions, type SearchFlags, searchInput } from './recall-options.ts';

const sharedWithOption = (): Option =>
  new Option('--shared-with <audience>', 'who may read it: the user, or every user of the tenant')
    .choices(audienceSchema.options)
    .default('user');

export function addKnowledge(program: Command, cli: Cli): void {
  const group = commandGroup(program, 'knowledge', 'Take in documents, and search them.');
  withExample(group, 'souvenir knowledge ingest handbook.md');
  for (const add of [addList, addIngest, addRemove, addSearch]) add(group, cli);
}

function addList(group: Command, cli: Cli): void {
  const operation = documentsOperation;
  const command = commandFor(group, { ...operation, name: 'list' }, { isDefault: true }).action(async () => {
    const width = process.stdout.columns;
    await answer(cli, optionsOf(command), { operation, input: {}, render: (held) => documentsLines(held, width) });
  });
  withExample(command, 'souvenir knowledge list');
}

interface IngestFlags {
  readonly id?: string;
  readonly sharedWith: Audience;
}

function addIngest(group: Command, cli: Cli): void {
  const command = commandFor(group, { ...ingestDocumentOperation, name: 'ingest' })
    .argument('<file...>', 'Markdown, HTML or plain text, by its ending or else its looks; - reads stdin')
    .option('--id <id>', 'what to call it, where it is one; its path unless given', nameValue)
    .addOption(sharedWithOption())
    .action(async (files: string[]) => {
      const options = optionsOf<IngestFlags>(command);
      if (options.id !== undefined && files.length > 1) command.error('error: --id names one document, not several');
      const documents = await Promise.all(files.map((file) => readDocument(file, options, cli.signal)));
      const work = { create: true, awaitVectors: true };
      const reports = await withMemory(cli, options, (context) => ingestAll(documents, context), work);
      await printResult(options, reports, ingestedLines);
    });
  withExample(command, 'souvenir knowledge ingest handbook.md faq.html');
}

/** Its path tells it apart, and of what kind it is. */
async function readDocument(file: string, { id, sharedWith }: IngestFlags, signal: AbortSignal) {
  const content = await readText(file, signal);
  return { id, content, source: file === '-' ? undefined : file, sharedWith };
}

type ReadDocument = Awaited<ReturnType<typeof readDocument>>;

async function ingestAll(documents: readonly ReadDocument[], context: OperationContext): Promise<IngestReport[]> {
  const reports: IngestReport[] = [];
  for (const document of documents) reports.push(await ingest(document, context));
  return reports;
}

/** A refusal says which file it was. */
async function ingest(document: ReadDocument, context: OperationContext): Promise<IngestReport> {
  try {
    return await perform(ingestDocumentOperation, context, { document });
  } catch (error) {
    if (!SouvenirError.is(error) || document.source === undefined) throw error;
    const { code, message, advice, cause } = error;
    const options = { cause, ...(advice !== undefined && { advice }) };
    throw new SouvenirError(code, `${document.source}: ${message}`, options);
  }
}

function addRemove(group: Command, cli: Cli): void {
  const operation = removeDocumentOperation;
  const command = commandFor(group, { ...operation, name: 'remove' })
    .argument('<id>', 'the document')
    .addOption(sharedWithOption())
    .action(async (id: string) => {
      const options = optionsOf<{ sharedWith: Audience }>(command);
      const input = { id, sharedWith: options.sharedWith };
      const render = ({ removed }: { removed: number }) => [`Removed ${count(removed, 'passage')}.`];
      await answer(cli, options, { operation, input, render });
    });
  withExample(command, 'souvenir knowledge remove handbook.md');
}

function addSearch(group: Command, cli: Cli): void {
  const operation = recallKnowledgeOperation;
  const command = commandFor(group, { ...operation, name: 'search' }).argument('<query>', 'what to look for');
  addSearchOptions(command).action(async (query: string) => {
    const options = optionsOf<SearchFlags>(command);
    const input = { query, ...searchInput(options) };
    const { degraded } = await answer(cli, options, { operation, input, memory: {}, render: passagesLines });
    noteDegraded(degraded);
  });
  withExample(command, 'souvenir knowledge search "how many days of leave do I have?"');
}
