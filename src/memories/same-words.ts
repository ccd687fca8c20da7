const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether two texts are the same but for space and case. */
export const areSameWords = (one: string, other: string): boolean => plain(one) === plain(other);
