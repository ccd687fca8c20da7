import { signal } from '@preact/signals';
import { looked } from '../../memory.ts';

/** What was typed about a memory and not sent: kept while the page is open, whatever else is looked at. */
export interface Draft {
  readonly form: 'correct' | 'edit' | 'link';
  readonly content?: string;
  readonly type?: string;
  readonly category?: string;
  readonly importance?: number;
}

const drafts = signal<Readonly<Record<string, Draft | undefined>>>({});

const placeOf = (id: string): string => `${looked.value} ${id}`;

export const draftOf = (id: string): Draft | undefined => drafts.value[placeOf(id)];
export const setDraft = (id: string, draft: Draft | undefined): void => {
  drafts.value = { ...drafts.value, [placeOf(id)]: draft };
};
