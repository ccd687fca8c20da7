import { useState } from 'preact/hooks';
import type { LinkType } from '../../../../src/model/graph.ts';
import { Brief } from '../../parts/text.tsx';
import { useAsked } from '../../use-asked.ts';
import { useSettled } from '../../use-settled.ts';
import { link } from './acts.ts';
import { Form, type FormProps } from './change-forms.tsx';

export const LINK_WORDS: Readonly<Record<LinkType, readonly [string, string]>> = {
  related: ['related to', 'related to'],
  derivedFrom: ['derived from', 'source of'],
  contradicts: ['contradicts', 'contradicted by'],
  supersedes: ['replaces', 'replaced by'],
  reinforces: ['supports', 'supported by'],
};
/** Without `supersedes`, which a correction writes. */
const CHOICES = ['related', 'derivedFrom', 'contradicts', 'reinforces'] as const satisfies LinkType[];
const MAX_MATCHES = 6;
const PAUSE_MS = 150;

export function LinkForm({ memory, act, isBusy, onClose }: FormProps) {
  const [text, setText] = useState('');
  const containing = useSettled(text.trim(), PAUSE_MS);
  const [to, setTo] = useState<string>();
  const [type, setType] = useState<LinkType>('related');
  const matches = useAsked(
    async (handle) =>
      containing === '' ? [] : (await handle.memories.list({ containing, limit: MAX_MATCHES + 1 })).memories,
    [containing],
  );
  const others = (matches.value ?? []).filter(({ id }) => id !== memory.id).slice(0, MAX_MATCHES);
  return (
    <Form
      {...{ label: 'Link this memory', submit: 'Link', onClose }}
      isBusy={isBusy || to === undefined}
      onSubmit={() => to !== undefined && act(() => link(memory, to, type))}
    >
      <label>
        This memory is
        <select value={type} onChange={({ currentTarget }) => setType(currentTarget.value as LinkType)}>
          {CHOICES.map((each) => (
            <option key={each} value={each}>
              {LINK_WORDS[each][0]}
            </option>
          ))}
        </select>
      </label>
      <label>
        The memory that contains
        <input
          type="search"
          maxLength={200}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <fieldset aria-busy={matches.isLoading}>
        <legend class="hidden">Which one</legend>
        <p class="soft" role="status">
          {containing === ''
            ? 'Type a word of the memory.'
            : others.length === 0 && !matches.isLoading
              ? 'No memory contains this.'
              : ''}
        </p>
        {others.map(({ id, content }) => (
          <label key={id}>
            <input type="radio" name="to" checked={id === to} onChange={() => setTo(id)} /> <Brief text={content} />
          </label>
        ))}
      </fieldset>
    </Form>
  );
}
