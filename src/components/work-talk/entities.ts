import { findEntities } from '../../languages/english/entities/find-entities.ts';
import type { FoundEntity } from '../../reconcile/finding.ts';

const FILE =
  /(?<![\w/.-])(?:[\w.-]+\/)*[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|c|h|cpp|java|rb|md|json|ya?ml|toml|sql|sh|html|css|csv|pdf|ipynb)\b/g;
/** How these memories speak of those who talk. */
const SPEAKERS = /^(?:the )?(?:user|agent|project|work)$/i;

/** The files and named things of a memory. */
export function entitiesOf(content: string): FoundEntity[] {
  const files = (content.match(FILE) ?? []).map((name) => ({ name, type: 'file' }));
  const named = findEntities(content).map(({ text, type }) => ({ name: text, type }));
  return [
    ...files,
    ...named.filter(({ name }) => !SPEAKERS.test(name) && !files.some((file) => file.name.includes(name))),
  ];
}
