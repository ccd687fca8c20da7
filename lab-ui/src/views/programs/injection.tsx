import { counted } from '../../parts/numbers.ts';
import { Brief, Tag, When } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import type { InjectionRecord } from './program-session.ts';

export function Injection({ injection }: { readonly injection: InjectionRecord }) {
  const { at, event, isInjected, silence, tokens } = injection;
  return (
    <li class={isInjected ? 'injection' : 'injection is-silent'}>
      <div class="row who">
        <Tag word={isInjected ? 'injected' : 'nothing injected'} kind={isInjected ? 'good' : 'plain'} />
        <span class="soft">
          {event === 'prompt' ? 'on the prompt' : 'at the start'}, <When at={at} />
          {isInjected && `, ${counted(tokens, 'token', 'tokens')}`}
        </span>
      </div>
      {isInjected ? <Given injection={injection} /> : <p>{silence ?? 'no reason was written'}</p>}
    </li>
  );
}

const Given = ({ injection: { items, forgotten } }: { readonly injection: InjectionRecord }) => (
  <>
    <ul>
      {items.map(({ memoryId, content, reason }) => (
        <li key={memoryId}>
          <a href={hrefOf('memories', memoryId)}>
            <Brief text={content} />
          </a>{' '}
          <span class="soft">because {reason}</span>
        </li>
      ))}
    </ul>
    {forgotten > 0 && <p class="soft">{counted(forgotten, 'memory', 'memories')} in it: forgotten or erased since.</p>}
  </>
);
