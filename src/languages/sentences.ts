/** A full stop after these, or after a single letter, ends no sentence. */
const ABBREVIATIONS = 'Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|vs|etc|No|Vol|Mt|Ave|e\\.g|i\\.e';
const END = new RegExp(`(?<=[.!?])(?<!\\b(?:${ABBREVIATIONS}|\\p{L})\\.)\\s+|(?<=[。！？])|\\n+`, 'u');

/** A text's sentences and lines, as they are written, by what ends them in most languages. */
export const sentencesOf = (text: string): string[] => text.split(END).filter((sentence) => sentence.trim() !== '');
