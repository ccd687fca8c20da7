import { citationOf } from '../../context/documents/chunk-document.ts';
import type { IngestReport } from '../../context/documents/ingest-document.ts';
import type { DocumentSearchResult, FoundChunk, HeldDocument } from '../../contracts/document-store.ts';
import { count, dayText, oneLine } from './phrases.ts';
import { bold, dim } from './style.ts';
import { textTable } from './text-table.ts';

/** What became of each document. */
export const ingestedLines = (reports: readonly IngestReport[]): string[] =>
  reports.map(
    ({ documentId, mediaType, chunks, added, removed, kept }) =>
      `${oneLine(documentId)} (${mediaType}): ${count(chunks, 'passage')}, ${added} new, ${kept} kept, ${removed} gone`,
  );

const HEADS = ['id', 'type', 'passages', 'shared with', 'changed', 'title'];

export const documentsLines = (documents: readonly HeldDocument[], width?: number): string[] =>
  textTable(
    HEADS,
    documents.map(({ id, mediaType, chunks, sharedWith, updatedAt, title }) => [
      ...[id, mediaType, String(chunks), sharedWith, dayText(updatedAt), title],
    ]),
    width,
  );

/** Best first, each under the document and heading it stands in; or why there is nothing. */
export const passagesLines = ({ items, reason }: DocumentSearchResult): string[] =>
  items.length === 0 ? [`Nothing: ${reason ?? 'no document was found'}.`] : items.flatMap(passageLines);

const passageLines = (item: FoundChunk, at: number): string[] => [
  `${String(at + 1).padStart(2)}. ${bold(item.score.toFixed(2))}  ${oneLine(citationOf(item))}  ${dim(oneLine(item.documentId))}`,
  `          ${oneLine(item.text)}`,
];
