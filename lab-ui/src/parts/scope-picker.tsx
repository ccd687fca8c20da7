import { useState } from 'preact/hooks';
import { type ScopeSelection, selectedScope } from '../memory.ts';
import { Dialog } from './dialog.tsx';

const FIELDS: Readonly<Record<keyof ScopeSelection, string>> = {
  userId: 'User',
  agentId: 'Agent',
  projectId: 'Project',
  tenantId: 'Tenant',
};

export function ScopePicker() {
  const [isOpen, setOpen] = useState(false);
  const named = Object.keys(FIELDS).filter(
    (field) => selectedScope.value[field as keyof ScopeSelection] !== '',
  ) as (keyof ScopeSelection)[];
  return (
    <>
      <button type="button" class="whose" onClick={() => setOpen(true)}>
        <span class="soft">Memory of</span>{' '}
        {named.length === 0
          ? 'the default user'
          : named.map((field) => `${FIELDS[field].toLowerCase()} ${selectedScope.value[field]}`).join(', ')}
      </button>
      {isOpen && <ScopeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ScopeDialog({ onClose }: { readonly onClose: () => void }) {
  const [given, setGiven] = useState(selectedScope.value);
  return (
    <Dialog title="Whose memory" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          selectedScope.value = given;
          onClose();
        }}
      >
        {Object.entries(FIELDS).map(([field, label]) => (
          <label key={field}>
            {label}
            <input
              value={given[field as keyof ScopeSelection]}
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
