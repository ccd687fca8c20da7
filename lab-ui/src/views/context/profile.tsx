import { useState } from 'preact/hooks';
import type { ServedMemory } from '../../../../src/client/index.ts';
import { memory } from '../../memory.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { percent } from '../../parts/numbers.ts';
import { Answer, Degraded, Empty, Failure } from '../../parts/states.tsx';
import { Tag, When } from '../../parts/text.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useAsked } from '../../use-asked.ts';
import { FieldDialog } from './field-dialog.tsx';
import { FieldHistory } from './field-history.tsx';
import { FieldValue } from './field-value.tsx';

type Field = Awaited<ReturnType<ServedMemory['profile']['details']>>['fields'][number];
type Open = { readonly act: 'set' | 'clear'; readonly field: Field } | { readonly act: 'add' } | undefined;

export function ProfilePart() {
  const asked = useAsked(({ profile }) => profile.details(), []);
  const { error, act } = useAct();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div class="row head">
        <p class="soft">Consolidation never changes a field that you set by hand.</p>
        <button type="button" onClick={() => setOpen({ act: 'add' })}>
          Set a field
        </button>
      </div>
      {error !== undefined && <Failure error={error} />}
      <Answer asked={asked} what="The profile">
        {({ fields, invalid }) => (
          <>
            <Degraded parts={invalid.map(({ name, reason }) => ({ part: name, reason }))} />
            {fields.length === 0 && (
              <Empty title="The profile is empty">
                <p>Consolidation fills the profile from conversations.</p>
              </Empty>
            )}
            <ul class="fields">
              {fields.map((field) => (
                <li key={field.name} class="card">
                  <FieldCard field={field} onOpen={(which) => setOpen({ act: which, field })} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Answer>
      {(open?.act === 'set' || open?.act === 'add') && (
        <FieldDialog field={open.act === 'set' ? open.field : undefined} onClose={close} />
      )}
      {open?.act === 'clear' && (
        <Confirm
          title={`Clear ${open.field.name}?`}
          act="Clear"
          isDangerous
          onClose={close}
          onConfirm={() => {
            close();
            void act(async () => {
              await memory.value.profile.clear([open.field.name]);
              return { text: `${open.field.name} is cleared.` };
            });
          }}
        >
          <p>Only later conversations fill the field again. Its history stays.</p>
        </Confirm>
      )}
    </>
  );
}

interface FieldCardProps {
  readonly field: Field;
  readonly onOpen: (act: 'set' | 'clear') => void;
}

const FieldCard = ({ field, onOpen }: FieldCardProps) => (
  <>
    <div class="row head">
      <h2>{field.name}</h2>
      <span class="row">
        <button type="button" aria-label={`Change ${field.name}`} onClick={() => onOpen('set')}>
          Change
        </button>
        {field.value !== undefined && (
          <button type="button" aria-label={`Clear ${field.name}`} onClick={() => onOpen('clear')}>
            Clear
          </button>
        )}
      </span>
    </div>
    <FieldValue value={field.value} />
    <p class="row soft">
      <Tag
        word={field.source === 'user' ? 'set by hand' : 'learnt'}
        kind={field.source === 'user' ? 'good' : 'plain'}
      />
      <span>{percent(field.confidence)} sure</span>
      <span>
        since <When at={field.since} isDay />
      </span>
      {field.reason !== undefined && <bdi>{field.reason}</bdi>}
    </p>
    <FieldHistory name={field.name} version={field.version} memoryIds={field.provenance.memoryIds} />
  </>
);
