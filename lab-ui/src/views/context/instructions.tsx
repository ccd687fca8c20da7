import { useState } from 'preact/hooks';
import type { ServedMemory } from '../../../../src/client/index.ts';
import { memory, scope } from '../../memory.ts';
import { Details } from '../../parts/details.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { forgetDraft } from '../../parts/draft.ts';
import { LineDiff } from '../../parts/line-diff.tsx';
import { Answer, Empty, Failure } from '../../parts/states.tsx';
import { PlainText, Tag, When } from '../../parts/text.tsx';
import { type Acting, useAct } from '../../parts/use-act.ts';
import { useAsked } from '../../use-asked.ts';
import { DRAFT, InstructionsEditor } from './instructions-editor.tsx';

type Version = Awaited<ReturnType<ServedMemory['instructions']['versions']>>[number];

export function InstructionsPart() {
  const asked = useAsked(({ instructions }) => instructions.versions(), []);
  const acting = useAct();
  return (
    <>
      {acting.error !== undefined && <Failure error={acting.error} />}
      <Answer asked={asked} what="Instructions">
        {(versions) => {
          const current = versions.at(-1);
          return (
            <div class="columns">
              <InstructionsEditor
                key={`${JSON.stringify(scope.value)} ${current?.number ?? 0}`}
                current={current}
                acting={acting}
              />
              <section>
                <h2>Versions</h2>
                {current === undefined ? (
                  <Empty title="There are no instructions yet" />
                ) : (
                  <ol class="versions">
                    {versions.toReversed().map((version) => (
                      <li key={version.number} class="card">
                        <VersionCard version={version} isCurrent={version === current} acting={acting} />
                      </li>
                    ))}
                  </ol>
                )}
              </section>
            </div>
          );
        }}
      </Answer>
    </>
  );
}

interface VersionCardProps {
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly acting: Acting;
}

function VersionCard({ version: { number, text, at, author, reason, restores }, isCurrent, acting }: VersionCardProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div class="row head">
        <h3>Version {number}</h3>
        {isCurrent ? (
          <Tag word={text === '' ? 'cleared' : 'in force'} kind="good" />
        ) : (
          <button type="button" disabled={acting.isBusy} onClick={() => setAsking(true)}>
            Restore version {number}
          </button>
        )}
      </div>
      <p class="row soft">
        <When at={at} /> <span>by {author === 'user' ? 'a person' : 'the agent'}</span>
        {restores !== undefined && <span>brings version {restores} back</span>}
        {reason !== undefined && <bdi>{reason}</bdi>}
      </p>
      {text === '' ? <p class="soft">No instructions.</p> : <PlainText text={text} />}
      <Details summary={`Changes of version ${number}`}>
        <VersionDiff number={number} />
      </Details>
      {isAsking && (
        <Confirm
          title={`Restore version ${number}?`}
          act="Restore"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void acting.act(async () => {
              const made = await memory.value.instructions.rollback(number, { author: 'user' });
              forgetDraft(DRAFT);
              return { text: `Version ${number} is restored as version ${made?.number ?? 'none'}.` };
            });
          }}
        >
          <p>The text becomes a new version after it passes the current guardrails. No version is lost.</p>
        </Confirm>
      )}
    </>
  );
}

function VersionDiff({ number }: { readonly number: number }) {
  const asked = useAsked(({ instructions }) => instructions.diff({ from: number - 1, to: number }), [number]);
  return (
    <Answer asked={asked} what="The difference">
      {(lines) => <LineDiff lines={lines} />}
    </Answer>
  );
}
