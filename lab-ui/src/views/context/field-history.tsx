import { Details } from '../../parts/details.tsx';
import { Answer } from '../../parts/states.tsx';
import { Tag, When } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { FieldValue } from './field-value.tsx';

interface FieldHistoryProps {
  readonly name: string;
  readonly version: number;
  readonly memoryIds: readonly string[];
}

const MAX_SOURCES = 8;

export function FieldHistory({ name, version, memoryIds }: FieldHistoryProps) {
  return (
    <Details summary={`History and sources of ${name}`}>
      {memoryIds.length > 0 && (
        <p>
          Learnt from{' '}
          {memoryIds.slice(0, MAX_SOURCES).map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <a href={hrefOf('memories', id)}>memory {at + 1}</a>
            </span>
          ))}
          {memoryIds.length > MAX_SOURCES && ` and ${memoryIds.length - MAX_SOURCES} more`}
        </p>
      )}
      <Values name={name} version={version} />
    </Details>
  );
}

function Values({ name, version }: Pick<FieldHistoryProps, 'name' | 'version'>) {
  const asked = useAsked(({ profile }) => profile.history(name), [name, version]);
  return (
    <Answer asked={asked} what="The history">
      {(values) => (
        <ol class="versions">
          {values.toReversed().map((each) => (
            <li key={each.version}>
              <p class="row soft">
                <strong>Version {each.version}</strong>
                <Tag word={each.source === 'user' ? 'set by hand' : 'learnt'} />
                <span>
                  <When at={each.since} /> {each.until === undefined ? 'until now' : 'to '}
                  {each.until !== undefined && <When at={each.until} />}
                </span>
                {each.reason !== undefined && <bdi>{each.reason}</bdi>}
              </p>
              <FieldValue value={each.value} />
            </li>
          ))}
        </ol>
      )}
    </Answer>
  );
}
