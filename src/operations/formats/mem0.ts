import { foldName } from '../../model/graph.ts';
import { type Fields, type Format, fieldsOf, hashOf, type ImportEntry, listIn, momentIn, textIn } from './format.ts';

/** The result of mem0's `get_all`, or its export: memories, and the entities and relationships of its graph. */
export const mem0: Format = {
  isOf(first, list) {
    if (list === 'relations') return isRelationship(first);
    return list === 'entities' ? isEntity(first) : isMemory(first);
  },
  reader() {
    let user: unknown;
    const known = new Set<string>();
    function* entityOnce(name: string, type: unknown): Generator<ImportEntry> {
      if (known.size === known.add(foldName(name)).size) return;
      yield { kind: 'entity', name, type: textIn(type)?.toLowerCase().slice(0, 200) ?? 'concept' };
    }
    return function* ({ value, list }) {
      const { user_id: userId = user, ...fields } = fieldsOf(value);
      user ??= userId;
      if (userId !== user)
        throw new Error(`user_id: is ${JSON.stringify(userId)}, but the file began with ${JSON.stringify(user)}`);
      if (list === 'relations') {
        const { from, to, relation } = relationshipIn(fields);
        yield* entityOnce(from, fields['source_type']);
        yield* entityOnce(to, fields['target_type'] ?? fields['destination_type']);
        yield { kind: 'relation', from, to, relation };
      } else if (list === 'entities') {
        const name = nameIn(fields['name']);
        if (name === undefined) throw new Error('name: is not text');
        yield* entityOnce(name, fields['type']);
      } else yield memoryEntryOf(fields);
    };
  },
};

function memoryEntryOf({ id, memory, metadata, categories, ...rest }: Fields): ImportEntry {
  const content = textIn(memory);
  if (content === undefined) throw new Error('memory: is not text');
  const [category] = listIn(categories);
  return {
    kind: 'memory',
    memory: {
      ...{ content, sourceId: `mem0/${textIn(id) ?? hashOf(content)}`, category: textIn(category) },
      createdAt: momentIn(rest['created_at'] ?? rest['createdAt'], 'created_at'),
      updatedAt: momentIn(rest['updated_at'] ?? rest['updatedAt'], 'updated_at'),
      rest: { id, ...(metadata !== undefined && { metadata }), ...(categories !== undefined && { categories }) },
    },
  };
}

const isMemory = ({ memory, ...rest }: Fields): boolean =>
  typeof memory === 'string' && ['hash', 'created_at', 'createdAt', 'user_id'].some((name) => name in rest);

const isEntity = ({ name, entityType }: Fields): boolean => textIn(name) !== undefined && entityType === undefined;

const isRelationship = (fields: Fields): boolean => textIn(fields['source']) !== undefined && 'relationship' in fields;

/** The other end is `target` in a list of all and `destination` in search results. */
function relationshipIn({ source, relationship, target, destination }: Fields) {
  const [from, to, relation] = [nameIn(source), nameIn(target ?? destination), textIn(relationship)];
  if (from === undefined || to === undefined || relation === undefined)
    throw new Error('has no source, relationship and target');
  return { from, to, relation };
}

/** mem0 writes names with `_` for each blank. */
const nameIn = (value: unknown): string | undefined => textIn(textIn(value)?.replaceAll('_', ' '))?.trim();
