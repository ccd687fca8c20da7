import { useState } from 'preact/hooks';
import type { ServedMemory } from '../../../../src/client/index.ts';
import { lineDiff } from '../../../../src/context/instructions/line-diff.ts';
import { memory } from '../../memory.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { LineDiff } from '../../parts/line-diff.tsx';
import { Answer, Empty, Failure } from '../../parts/states.tsx';
import { PlainText, Tag, When } from '../../parts/text.tsx';
import { useAct } from '../../parts/use-act.ts';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';

type Persona = Awaited<ReturnType<ServedMemory['persona']['current']>>;

export function PersonaPart() {
  const asked = useAsked(
    async ({ persona }) => ({ current: await persona.current(), versions: await persona.versions() }),
    [],
  );
  const { isBusy, error, act } = useAct();
  const [target, setTarget] = useState<number>();
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      <Answer asked={asked} what="The persona">
        {({ current, versions }) => (
          <>
            {versions.length === 0 && (
              <Empty title="The persona has not changed yet">
                <p>The persona changes when consolidation finds remarks on how the agent works.</p>
              </Empty>
            )}
            <ol class="versions">
              {versions.map((version, at) => (
                <li key={version.version} class="card">
                  <VersionCard
                    version={version}
                    before={versions[at + 1]}
                    isCurrent={version.version === current.version}
                    isBusy={isBusy}
                    onBack={() => setTarget(version.version)}
                  />
                </li>
              ))}
            </ol>
            {current.version === 0 ? (
              <Identity text={current.text} />
            ) : (
              <button type="button" disabled={isBusy} onClick={() => setTarget(0)}>
                Restore the identity
              </button>
            )}
          </>
        )}
      </Answer>
      {target !== undefined && (
        <Confirm
          title={target === 0 ? 'Restore the identity?' : `Restore version ${target}?`}
          act="Restore"
          onClose={() => setTarget(undefined)}
          onConfirm={() => {
            setTarget(undefined);
            void act(async () => {
              const { version } = await memory.value.persona.rollback(target);
              return { text: `Version ${version} is current.` };
            });
          }}
        >
          <p>It becomes a new version, and all others stay. Earlier remarks do not change it again.</p>
        </Confirm>
      )}
    </>
  );
}

const Identity = ({ text }: { readonly text: string }) => (
  <section class="card">
    <div class="row head">
      <h2>Identity</h2>
      <Tag word="in force" kind="good" />
    </div>
    {text === '' ? <p class="soft">This agent has none.</p> : <PlainText text={text} />}
  </section>
);

interface VersionCardProps {
  readonly version: Persona;
  readonly before: Persona | undefined;
  readonly isCurrent: boolean;
  readonly isBusy: boolean;
  readonly onBack: () => void;
}

const VersionCard = ({
  version: { version, text, since, id },
  before,
  isCurrent,
  isBusy,
  onBack,
}: VersionCardProps) => (
  <>
    <div class="row head">
      <h2>Version {version}</h2>
      {isCurrent ? (
        <Tag word="in force" kind="good" />
      ) : (
        <button type="button" disabled={isBusy} onClick={onBack}>
          Restore version {version}
        </button>
      )}
    </div>
    <p class="row soft">
      {since !== undefined && <When at={since} />}
      {id !== undefined && <a href={hrefOf('memories', id)}>the source memory</a>}
    </p>
    <PlainText text={text} />
    {before !== undefined && (
      <details>
        <summary>Changes since version {before.version}</summary>
        <LineDiff lines={lineDiff(before.text, text)} />
      </details>
    )}
  </>
);
