import { useId, useState } from 'preact/hooks';
import { percent } from '../../parts/numbers.ts';
import { PlainText, Tag, When } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import { beginCorrection } from '../memories/drafts.ts';
import type { Item, Move, Moves } from './rank.ts';
import { type Reasons, reasonsOf } from './reasons.ts';
import type { QueryWords } from './shared-words.ts';
import { Numbers, Shares } from './shares.tsx';
import { Sources } from './sources.tsx';

export interface ItemContext {
  readonly words: QueryWords;
  readonly best: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly likely: ReadonlySet<string>;
  readonly moves: Moves;
  readonly isExpected: (item: Item) => boolean;
  readonly expect: (item: Item, isExpected: boolean) => void;
}

interface ItemProps extends ItemContext {
  readonly item: Item;
  readonly cut?: string | undefined;
}

export function RecalledItem({ item, cut, words, best, weights, likely, moves, isExpected, expect }: ItemProps) {
  const [opened, setOpened] = useState<'numbers' | 'conversation'>();
  const place = useId();
  const opener = (part: 'numbers' | 'conversation', title: string) => (
    <button
      type="button"
      class="link"
      aria-expanded={opened === part}
      aria-controls={place}
      onClick={() => setOpened(opened === part ? undefined : part)}
    >
      {title}
    </button>
  );
  const wasExpected = isExpected(item);
  const move = moves.get(item.id);
  return (
    <li class="item">
      <div class="content">
        <PlainText text={item.content} />
        {move !== undefined && <Moved {...move} />}
        {wasExpected && <Tag word="expected" kind="good" />}
        {item.outdated !== undefined && <Tag word="outdated" kind="warn" />}
        {item.doubtedAt !== undefined && <Tag word="in doubt" kind="warn" />}
        {item.isWaiting && <Tag word="not consolidated yet" />}
      </div>
      {cut !== undefined && <p class="cut">{cut}</p>}
      <Why reasons={reasonsOf(item, words)} />
      <Shares item={item} best={best} />
      <p class="facts soft">
        {likely.has(item.id) && `${percent(item.confidence)} likely part of the answer · `}
        {item.component} · <When at={item.validAt ?? item.createdAt} isDay /> · {item.tokens} tokens
      </p>
      <div class="row doing">
        {opener('numbers', 'Numbers')}
        {item.provenance.episodeIds.length > 0 && opener('conversation', 'Conversation')}
        {!item.isWaiting && <a href={hrefOf('memories', item.id)}>Open memory</a>}
        {!item.isWaiting && (
          <a href={hrefOf('memories', item.id)} onClick={() => beginCorrection(item.id)}>
            Correct it
          </a>
        )}
        {!item.isWaiting && (
          <label>
            <input
              type="checkbox"
              checked={wasExpected}
              onChange={({ currentTarget }) => expect(item, currentTarget.checked)}
            />{' '}
            Should be recalled
          </label>
        )}
      </div>
      <div id={place}>
        {opened === 'numbers' && <Numbers item={item} weights={weights} />}
        {opened === 'conversation' && <Sources item={item} />}
      </div>
    </li>
  );
}

const Moved = ({ from, isUp }: Move) => (
  <span class="tag moved">
    <span aria-hidden="true">{isUp ? '↑' : '↓'}</span>
    <span class="hidden">moved {isUp ? 'up' : 'down'},</span> was {from ?? 'left out'}
  </span>
);

const Why = ({ reasons }: { readonly reasons: Reasons }) => (
  <p class="why">
    <strong>Why:</strong> {reasons.for.length === 0 ? 'no strong signal' : `it ${reasons.for.join(', ')}`}.
    {reasons.against.length > 0 && (
      <span class="against"> Its score is lower because {reasons.against.join(', and ')}.</span>
    )}
  </p>
);
