import { memo } from 'preact/compat';
import { CLOCK, Tag, When } from '../../parts/text.tsx';
import { type Happening, wordsOf } from './happening.ts';
import type { Gap } from './stream.ts';

/** Rows never change, so that a new event renders one row. */
export const EventRow = memo(({ happening }: { readonly happening: Happening }) => {
  const { name, at, isFailure, text, links, raw } = happening;
  return (
    <li>
      <time dateTime={at.toISOString()} title={at.toISOString()}>
        {CLOCK.format(at)}
      </time>
      <Tag word={wordsOf(name)} kind={isFailure ? 'danger' : 'plain'} />
      <div>
        <p>
          <bdi dir="auto" class="said">
            {text}
          </bdi>{' '}
          {links.map(({ to, words }) => (
            <a key={to} href={to}>
              {words}
            </a>
          ))}
        </p>
        <details>
          <summary>
            as JSON<span class="hidden">, event {happening.number}</span>
          </summary>
          <pre>{raw}</pre>
        </details>
      </div>
    </li>
  );
});

export const GapRow = ({ gap: { from, to } }: { readonly gap: Gap }) => (
  <li class="gap">
    <span>
      The stream was interrupted from <When at={from} /> to <When at={to} />: events of that time are missing.
    </span>
  </li>
);
