import { signal } from '@preact/signals';

/** What was typed about a memory and not sent: kept while the page is open, whatever else is looked at. */
export interface Draft {
  readonly form: 'correct' | 'edit' | 'link';
  readonly content?: string;
  readonly type?: string;
  readonly category?: string;
  readonly importance?: number;
}

const drafts = signal<Readonly<Record<string, Draft | undefined>>>({});

export const draftOf = (id: string): Draft | undefined => drafts.value[id];
export const setDraft = (id: string, draft: Draft | undefined): void => {
  drafts.value = { ...drafts.value, [id]: draft };
};
