import { useState } from 'preact/hooks';
import { DRAFTS, erasures, looked } from '../memory.ts';

const placeOf = (name: string): string => `${DRAFTS}${looked.value} ${name}`;

export const forgetDraft = (name: string): void => sessionStorage.removeItem(placeOf(name));

/** What is typed, kept in this tab for who looks and whoever is looked at: neither another view nor a page that is loaded anew loses it, but an erasure does. */
export function useDraft(name: string, otherwise = ''): readonly [string, (text: string) => void] {
  const place = placeOf(name);
  const [now, setNow] = useState({ place: '', text: '', erasure: 0 });
  return [
    now.place === place && now.erasure === erasures.value ? now.text : (sessionStorage.getItem(place) ?? otherwise),
    (typed) => {
      setNow({ place, text: typed, erasure: erasures.value });
      try {
        if (typed === otherwise) sessionStorage.removeItem(place);
        else sessionStorage.setItem(place, typed);
      } catch {
        // Too long to be kept: it stays on the page.
      }
    },
  ];
}

/** Shift and Enter begin another line. */
export function sendOnEnter(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
