import { foldName } from '../../model/graph.ts';
import { type Fields, type Format, fieldsOf, hashOf, type ImportEntry, listIn, readParts, textIn } from './format.ts';

/** The file of the MCP memory server: entities with observations, and their relations. */
export const serverMemory: Format = {
  isOf: (first, list) =>
    (list === undefined || list === 'entities' || list === 'relations') &&
    (isRelation(first) || (typeof first['entityType'] === 'string' && Array.isArray(first['observations']))),
  reader() {
    const known = new Set<string>();
    return function* ({ value, place }) {
      const fields = fieldsOf(value);
      if (isRelation(fields)) {
        const [from = '', to = '', relation = ''] = ['from', 'to', 'relationType'].map((name) => textIn(fields[name]));
        for (const [side, name] of Object.entries({ from, to }))
          if (!known.has(foldName(name)))
            throw new Error(`${side}: no entity in the file is named ${JSON.stringify(name)}`);
        yield { kind: 'relation', from, to, relation };
        return;
      }
      const name = textIn(fields['name']);
      if (name === undefined || name.length > 200) throw new Error('name: is missing or longer than 200 characters');
      known.add(foldName(name));
      yield { kind: 'entity', name, type: textIn(fields['entityType'])?.slice(0, 200) ?? 'concept' };
      yield* readParts(
        listIn(fields['observations']),
        (at) => `observation ${at} of ${place}`,
        function* (observation): Iterable<ImportEntry> {
          const text = textIn(observation);
          if (text === undefined) throw new Error('is not text');
          // An observation leaves out its subject.
          const content = foldName(text).includes(foldName(name)) ? text : `${name}: ${text}`;
          const sourceId = `server-memory/${hashOf(foldName(name), text)}`;
          yield { kind: 'memory', memory: { content, sourceId, about: [name] } };
        },
      );
    };
  },
};

const isRelation = (fields: Fields): boolean => textIn(fields['relationType']) !== undefined;
