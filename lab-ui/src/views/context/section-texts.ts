import type { ServedMemory } from '../../../../src/client/index.ts';

export type Turn = Omit<Awaited<ReturnType<ServedMemory['turn']>>, 'complete'>;
export type SectionAudit = Turn['audit']['sections'][number];

/** The text of each section, located by its fence: sections cannot contain one, and the message comes after them. */
export function sectionTexts({ text, audit }: Pick<Turn, 'text' | 'audit'>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let rest = text;
  for (const name of audit.order) {
    const [open, close] = [`<souvenir-${name}>`, `</souvenir-${name}>`];
    const start = rest.indexOf(open);
    const end = rest.indexOf(close, start);
    if (name === 'core' || name === 'message' || start < 0 || end < 0) continue;
    if (audit.order[0] === 'core' && !texts.has('core')) texts.set('core', rest.slice(0, start).trim());
    texts.set(name, rest.slice(start + open.length, end).trim());
    rest = rest.slice(end + close.length);
  }
  const message = rest.indexOf('Message:\n');
  if (audit.order[0] === 'core' && !texts.has('core')) texts.set('core', rest.slice(0, Math.max(0, message)).trim());
  return texts.set('message', rest.slice(message < 0 ? 0 : message + 'Message:\n'.length));
}
