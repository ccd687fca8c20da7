import { useRef, useState } from 'preact/hooks';

export function Prompt({ text }: { readonly text: string }) {
  const shown = useRef<HTMLPreElement>(null);
  const [notice, setNotice] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setNotice('Copied.');
    } catch {
      // The clipboard needs a permission and a secure page; without them the text is selected.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setNotice('The text is selected: copy it with the keyboard.');
    }
  };
  return (
    <section class="prompt" aria-labelledby="prompt">
      <div class="row head">
        <h2 id="prompt">The prompt</h2>
        <span class="row">
          <span class="soft" role="status">
            {notice}
          </span>
          <button type="button" onClick={copy}>
            Copy
          </button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre ref={shown} tabIndex={0} dir="auto">
        {text}
      </pre>
    </section>
  );
}
