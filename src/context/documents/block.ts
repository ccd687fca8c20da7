export type BlockKind = 'prose' | 'list' | 'table' | 'code';

/** What a document is made of, under its headings from the outermost in. */
export interface Block {
  readonly kind: BlockKind;
  readonly headings: readonly string[];
  readonly text: string;
  /** Without which a part of it would say little: the head of a table. */
  readonly lead?: string;
}

/** What a reader makes of a text. */
export interface ReadDocument {
  readonly blocks: readonly Block[];
  /** What the document calls itself. */
  readonly title?: string;
  /** What it says of itself: front matter. */
  readonly metadata?: Readonly<Record<string, string>>;
}
