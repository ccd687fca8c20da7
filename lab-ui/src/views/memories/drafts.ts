import { effect, signal } from '@preact/signals';
import { erasures, viewKey } from '../../memory.ts';

/** Unsent input about a memory, stored while the page is open, until an erasure. */
export interface Draft {
  readonly form: 'correct' | 'edit' | 'link';
  readonly content?: string;
  readonly type?: string;
  readonly category?: string;
  readonly importance?: number;
}

const drafts = signal<Readonly<Record<string, Draft | undefined>>>({});
effect(() => {
  erasures.value;
  drafts.value = {};
});

const draftKeyOf = (id: string): string => `${viewKey.value} ${id}`;

export const draftOf = (id: string): Draft | undefined => drafts.value[draftKeyOf(id)];
export const setDraft = (id: string, draft: Draft | undefined): void => {
  drafts.value = { ...drafts.value, [draftKeyOf(id)]: draft };
};
export const beginCorrection = (id: string): void => {
  if (draftOf(id) === undefined) setDraft(id, { form: 'correct' });
};
