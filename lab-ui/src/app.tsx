import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isServerUnreachable, needsKey } from './memory.ts';
import { KeyDialog } from './parts/key-dialog.tsx';
import { ScopePicker } from './parts/scope-picker.tsx';
import { Failure, Loading } from './parts/states.tsx';
import { Toast } from './parts/toast.tsx';
import { hrefOf, route } from './route.ts';
import { listen } from './views/live/stream.ts';
import { VIEWS, type View } from './views/views.ts';

/** Ctrl or Cmd with Enter sends a form from a field of several lines. */
const sendByKeys = (event: KeyboardEvent): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
};

export function App() {
  const view = VIEWS.find(({ name }) => name === route.value.view);
  const nav = useRef<HTMLElement>(null);
  const seen = useRef(view);
  useEffect(listen, []);
  useEffect(() => document.addEventListener('keydown', sendByKeys), []);
  useLayoutEffect(() => {
    document.title = `${view?.title ?? 'Nothing here'} · Souvenir Lab`;
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link)
      nav.current.scrollLeft =
        link.offsetLeft - nav.current.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
    // The focus moves to the heading when the view changes, so that screen readers read it; a fresh page keeps its
    // focus.
    if (seen.current !== view) document.querySelector<HTMLElement>('main h1')?.focus();
    seen.current = view;
  }, [view]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <a class="brand" href={hrefOf('recall')}>
          <img src="./icon.svg" alt="" width="24" height="24" /> Souvenir <span>Lab</span>
        </a>
        <ScopePicker />
      </header>
      <nav ref={nav} class="views" aria-label="Views">
        {VIEWS.map(({ name, title }) => (
          <a key={name} href={hrefOf(name)} aria-current={name === view?.name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {isServerUnreachable.value && (
        <p class="banner" role="alert">
          The server does not answer. Trying again; your text stays.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {view === undefined ? (
          <p>
            There is nothing here. <a href={hrefOf('recall')}>Go to recall</a>
          </p>
        ) : (
          <Shown key={view.name} view={view} />
        )}
      </main>
      <Toast />
      {needsKey.value && <KeyDialog />}
    </>
  );
}

function Shown({ view }: { readonly view: View }) {
  const [loaded, setLoaded] = useState<{ readonly Page?: ComponentType; readonly error?: unknown }>({});
  useEffect(() => {
    view.load().then(
      (Page) => setLoaded({ Page }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [view]);
  const { Page, error } = loaded;
  return (
    <>
      <header class="about">
        <h1 tabIndex={-1}>{view.title}</h1>
        <p>{view.about}</p>
      </header>
      {error !== undefined ? <Failure error={error} /> : Page === undefined ? <Loading what={view.title} /> : <Page />}
    </>
  );
}
