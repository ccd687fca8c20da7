import { useState } from 'preact/hooks';
import { DRAFTS, erasures, viewKey } from '../memory.ts';

const storageKeyOf = (name: string): string => `${DRAFTS}${viewKey.value} ${name}`;

export const forgetDraft = (name: string): void => sessionStorage.removeItem(storageKeyOf(name));

/** Typed text, stored in this tab for one key and scope until an erasure. */
export function useDraft(name: string, otherwise = ''): readonly [string, (text: string) => void] {
  const storageKey = storageKeyOf(name);
  const [now, setNow] = useState({ storageKey: '', text: '', erasure: 0 });
  return [
    now.storageKey === storageKey && now.erasure === erasures.value
      ? now.text
      : (sessionStorage.getItem(storageKey) ?? otherwise),
    (typed) => {
      setNow({ storageKey, text: typed, erasure: erasures.value });
      try {
        if (typed === otherwise) sessionStorage.removeItem(storageKey);
        else sessionStorage.setItem(storageKey, typed);
      } catch {
        // The text exceeds the tab's storage and stays on the page only.
      }
    },
  ];
}

export function sendOnEnter(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
