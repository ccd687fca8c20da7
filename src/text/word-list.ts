/** Words written down one after the other, for lists that are read more often than changed. */
export const wordList = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
