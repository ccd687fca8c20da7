import { useState } from 'preact/hooks';

const placeOf = (name: string): string => `souvenir draft ${name}`;

export const forgetDraft = (name: string): void => sessionStorage.removeItem(placeOf(name));

/** What is typed, kept in this tab: neither another view nor a page that is loaded anew loses it. */
export function useDraft(name: string, otherwise = ''): readonly [string, (text: string) => void] {
  const place = placeOf(name);
  const [text, setText] = useState(() => sessionStorage.getItem(place) ?? otherwise);
  return [
    text,
    (typed) => {
      setText(typed);
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
