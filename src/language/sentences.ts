const END = /(?<=[.!?])\s+|\n+/;

/** A text's sentences and lines, as they are written. */
export const sentencesOf = (text: string): string[] => text.split(END).filter((sentence) => sentence.trim() !== '');
