/** What makes two names the same: neither case nor the way an accent is encoded. */
export const foldName = (name: string): string => name.trim().normalize('NFKC').toLowerCase();
