import type { Link, Memory } from '../../../../src/index.ts';
import { percent } from '../../parts/numbers.ts';
import { kindOf, statusOf } from '../../parts/status.ts';
import { Brief, beginningOf, shortId, Tag } from '../../parts/text.tsx';
import type { Acting } from '../../parts/use-act.ts';
import { hrefOf, route } from '../../route.ts';
import { unlink } from './acts.ts';
import { chosenIn } from './filters.ts';
import { LINK_WORDS } from './link-form.tsx';

export const MemoryLink = ({ id, memory }: { readonly id: string; readonly memory?: Memory | undefined }) => (
  <a href={hrefOf('memories', id, chosenIn(route.value.query))}>
    {memory === undefined ? `memory …${shortId(id)}` : <Brief text={memory.content} />}
  </a>
);

interface MemoryLinksProps {
  readonly id: string;
  readonly links: readonly Link[];
  readonly near: ReadonlyMap<string, Memory>;
  readonly acting: Acting;
}

export function MemoryLinks({ id, links, near, acting }: MemoryLinksProps) {
  if (links.length === 0) return <p class="soft">It is linked to no other memory.</p>;
  return (
    <ul class="plain">
      {links.map((link) => {
        const isFrom = link.fromId === id;
        const other = isFrom ? link.toId : link.fromId;
        const memory = near.get(other);
        return (
          <li key={`${link.fromId} ${link.toId} ${link.type}`} class="tie">
            <span class="soft">
              {LINK_WORDS[link.type][isFrom ? 0 : 1]}, {percent(link.strength)}
            </span>
            <span>
              <MemoryLink id={other} memory={memory} />{' '}
              {memory !== undefined && statusOf(memory) !== 'active' && (
                <Tag word={statusOf(memory)} kind={kindOf(memory)} />
              )}
            </span>
            {link.type !== 'supersedes' && (
              <button
                type="button"
                class="link"
                disabled={acting.isBusy}
                aria-label={`Unlink ${beginningOf(memory?.content ?? other, 60)}`}
                onClick={() => acting.act(() => unlink(link))}
              >
                Unlink
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
