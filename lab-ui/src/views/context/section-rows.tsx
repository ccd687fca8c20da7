import { percent } from '../../parts/numbers.ts';
import { PlainText, Tag } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import { reasonsOf } from '../recall/reasons.ts';
import { queryWords } from '../recall/shared-words.ts';
import { type SectionAudit, sectionTexts, type Turn } from './section-texts.ts';

const ABOUT: Readonly<Record<string, string>> = {
  core: 'Core prompt from the configuration. Never cut.',
  instructions: 'Instructions for this user.',
  persona: 'The persona of the agent.',
  profile: 'The profile of the user.',
  procedures: 'Playbooks that fit the message.',
  memories: 'Memories recalled for the message.',
  documents: 'Document chunks that match the message.',
  recent: 'Turns of this session that are not memories yet.',
  message: 'The message itself. Never cut.',
};

export function SectionRows({ turn, query }: { readonly turn: Turn; readonly query: string }) {
  const texts = sectionTexts(turn);
  return (
    <section>
      <h2>Sections</h2>
      <div class="sections">
        {turn.audit.sections.map((section) => (
          <details key={section.name} class={section.tokens === 0 ? 'section bare' : 'section'}>
            <Row section={section} />
            <div class="inside">
              <p class="soft">{ABOUT[section.name]}</p>
              {section.tokens === 0 ? (
                <p>Empty.</p>
              ) : section.name === 'memories' ? (
                <MemoryLines text={texts.get('memories') ?? ''} section={section} turn={turn} query={query} />
              ) : (
                <PlainText text={texts.get(section.name) ?? ''} />
              )}
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

function Row({ section: { name, tokens, budget, included, cut } }: { readonly section: SectionAudit }) {
  const share = budget === undefined || budget === 0 ? 0 : Math.min(1, tokens / budget);
  return (
    <summary>
      <span class={`name ${name}`}>{name}</span>
      <span class="tokens number">
        {tokens.toLocaleString()}
        <span class="soft"> {budget === undefined ? 'tokens, no limit' : `of ${budget.toLocaleString()} tokens`}</span>
      </span>
      <span class={budget === undefined ? '' : 'bar'} aria-hidden="true">
        {budget !== undefined && <span class={name} style={{ width: `${share * 100}%` }} />}
      </span>
      <span class="counts">
        {included.length > 1 && <Tag word={`${included.length} in`} />}
        {cut.length > 0 && <Tag word={`${cut.length} cut`} kind="warn" />}
      </span>
    </summary>
  );
}

interface MemoryLinesProps {
  readonly text: string;
  readonly section: SectionAudit;
  readonly turn: Turn;
  readonly query: string;
}

function MemoryLines({ text, section: { included }, turn, query }: MemoryLinesProps) {
  const lines = text.split('\n');
  const items = lines.filter((line) => line.startsWith('- '));
  if (items.length !== included.length) return <PlainText text={text} />;
  const words = queryWords(
    query,
    turn.memories.map(({ content }) => content),
  );
  const whyOf = (id: string): string | undefined => {
    const item = turn.memories.find((each) => each.id === id);
    if (item === undefined) return undefined;
    const [reason = 'no strong signal'] = reasonsOf(item, words).for.map((each) => `it ${each}`);
    return `${percent(item.confidence)} likely part of the answer: ${reason}.`;
  };
  return (
    <>
      <p class="said">{lines.filter((line) => !line.startsWith('- ')).join('\n')}</p>
      <ul class="lines">
        {included.map((id, at) => (
          <li key={id}>
            <PlainText text={(items[at] ?? '').slice(2)} />{' '}
            {turn.memories.some((item) => item.id === id && item.isWaiting) ? (
              <Tag word="not a memory yet" />
            ) : (
              <a href={hrefOf('memories', id)} aria-label={`Open memory ${at + 1}`}>
                open
              </a>
            )}
            <span class="why">{whyOf(id)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
