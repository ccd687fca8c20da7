import { useState } from 'preact/hooks';
import { type Whose, whose } from '../memory.ts';
import { Dialog } from './dialog.tsx';

const FIELDS: Readonly<Record<keyof Whose, string>> = {
  userId: 'User',
  agentId: 'Agent',
  projectId: 'Project',
  tenantId: 'Tenant',
};

/** Says whose memory is looked at, and changes that. */
export function WhosePicker() {
  const [isOpen, setOpen] = useState(false);
  const named = Object.keys(FIELDS).filter((field) => whose.value[field as keyof Whose] !== '') as (keyof Whose)[];
  return (
    <>
      <button type="button" class="whose" onClick={() => setOpen(true)}>
        <span class="soft">Memory of</span>{' '}
        {named.length === 0
          ? 'the default user'
          : named.map((field) => `${FIELDS[field].toLowerCase()} ${whose.value[field]}`).join(', ')}
      </button>
      {isOpen && <WhoseDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function WhoseDialog({ onClose }: { readonly onClose: () => void }) {
  const [given, setGiven] = useState(whose.value);
  return (
    <Dialog title="Whose memory" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          whose.value = given;
          onClose();
        }}
      >
        {Object.entries(FIELDS).map(([field, label]) => (
          <label key={field}>
            {label}
            <input
              value={given[field as keyof Whose]}
              placeholder={field === 'projectId' ? 'all' : 'default'}
              onInput={({ currentTarget }) => setGiven({ ...given, [field]: currentTarget.value })}
            />
          </label>
        ))}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Show
          </button>
        </div>
      </form>
    </Dialog>
  );
}
