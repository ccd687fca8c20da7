import { PlainText, Tag } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import type { Turn } from './section-texts.ts';

const WHY = {
  overSectionBudget: 'over the section budget',
  overTotalBudget: 'over the total budget',
} as const;

export function LeftOut({ turn: { audit, cut } }: { readonly turn: Turn }) {
  const reasons = new Map(audit.sections.flatMap((section) => section.cut.map(({ id, why }) => [id, WHY[why]])));
  const memories = new Map(cut.memories.map((item) => [item.id, item]));
  const statedInProfile = cut.memories.filter(({ id }) => !reasons.has(id));
  const texts = new Map([
    ...cut.memories.map(({ id, content }) => [id, content] as const),
    ...cut.documents.map(({ id, text }) => [id, text] as const),
  ]);
  const cuts = audit.sections.flatMap(({ name, cut: ids }) => ids.map(({ id }) => ({ id, name })));
  const rows = [
    ...cuts.map(({ id, name }) => ({ id, name: name as string, why: reasons.get(id) ?? '' })),
    ...statedInProfile.map(({ id }) => ({ id, name: 'memories', why: 'already in the profile' })),
  ];
  return (
    <section>
      <h2>Left out</h2>
      {rows.length === 0 ? (
        <p class="soft">Nothing: every match fits.</p>
      ) : (
        <ul class="left-out">
          {rows.map(({ id, name, why }) => (
            <li key={name + id}>
              <Tag word={name} /> <PlainText text={texts.get(id) ?? id} /> <span class="why">{why}</span>{' '}
              {memories.get(id)?.isWaiting === undefined && memories.has(id) && (
                <a href={hrefOf('memories', id)} aria-label={`Open memory ${id}`}>
                  open
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
