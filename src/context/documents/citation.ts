import type { FoundChunk } from '../../contracts/document-store.ts';
import { HEADING_MARK } from './chunk-document.ts';

/** The document and the headings it stands under: "Handbook › Leave › Parental leave". */
export const citationOf = ({ title, headings }: Pick<FoundChunk, 'title' | 'headings'>): string =>
  [title, ...(headings[0] === title ? headings.slice(1) : headings)].join(HEADING_MARK);
