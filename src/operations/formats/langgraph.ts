import { type Format, fieldOf, fieldsOf, hashOf, isFields, momentIn, textIn } from './format.ts';

/** Items of a LangGraph store: the value contains the text. */
export const langgraph: Format = {
  isOf: ({ namespace, key, value }) => Array.isArray(namespace) && typeof key === 'string' && value !== undefined,
  reader: () =>
    function* (piece) {
      const { namespace, key, value, ...rest } = fieldsOf(piece.value);
      if (!Array.isArray(namespace) || typeof key !== 'string') throw new Error('has no namespace and key');
      const content = textOf(value);
      if (content === undefined) throw new Error('value: has no text');
      yield {
        kind: 'memory',
        memory: {
          ...{ content, sourceId: `langgraph/${hashOf(namespace, key)}` },
          createdAt: momentIn(rest['created_at'] ?? rest['createdAt'], 'created_at'),
          updatedAt: momentIn(rest['updated_at'] ?? rest['updatedAt'], 'updated_at'),
          rest: { namespace, key },
        },
      };
    },
};

/** The field that usually contains the text, else the whole value. */
function textOf(value: unknown): string | undefined {
  const inner = fieldOf(value, 'content');
  const candidates = [
    value,
    inner,
    fieldOf(inner, 'content'),
    ...['text', 'memory', 'data'].map((name) => fieldOf(value, name)),
  ];
  const text = candidates.map(textIn).find((each) => each !== undefined);
  return text ?? (isFields(value) && Object.keys(value).length > 0 ? JSON.stringify(value) : undefined);
}
