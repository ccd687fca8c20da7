import { readTurn, roleOf } from '../turn-fields.ts';
import {
  branchTo,
  type Fields,
  type Format,
  fieldOf,
  fieldsOf,
  hashOf,
  type ImportEntry,
  isFields,
  listIn,
  momentIn,
  partsIn,
  readParts,
  textIn,
} from './format.ts';

/** Messages of people and tools; no reasoning or settings. */
const READ_CONTENT_TYPES = new Set([
  'text',
  'multimodal_text',
  'execution_output',
  'tether_quote',
  'tether_browsing_display',
]);

/** `conversations.json` of a ChatGPT export: each conversation is a tree, of which the branch shown last is read. */
export const chatgpt: Format = {
  isOf: ({ mapping }) => isFields(mapping),
  reader: () =>
    function* ({ value, place }) {
      const conversation = fieldsOf(value);
      const { title, mapping } = conversation;
      if (!isFields(mapping)) throw new Error('mapping: is not an object');
      const id = textIn(conversation['conversation_id']) ?? textIn(conversation['id']) ?? hashOf(title, mapping);
      const branch = branchOf(mapping, textIn(conversation['current_node']));
      let last = momentIn(conversation['create_time'], 'create_time');
      yield* readParts(
        branch,
        (at) => `message ${at} of ${place}`,
        function* (node): Iterable<ImportEntry> {
          if (node['message'] === undefined || node['message'] === null) return;
          const message = fieldsOf(node['message']);
          const turnFields = turnFieldsOf(message);
          last = momentIn(message['create_time'], 'create_time') ?? last;
          if (turnFields === undefined) return;
          const messageId = textIn(message['id']) ?? hashOf(turnFields);
          const turn = readTurn({ ...turnFields, occurredAt: last, sessionId: id });
          const { metadata } = turn;
          yield {
            kind: 'turn',
            turn: {
              ...turn,
              metadata: { ...metadata, turnId: messageId },
              sessionId: id,
              sourceId: `chatgpt/${id}/${messageId}`,
            },
          };
        },
      );
    },
};

function branchOf(mapping: Fields, current: string | undefined): Fields[] {
  const node = (id: unknown) => {
    const value = typeof id === 'string' && Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    return isFields(value) ? value : undefined;
  };
  const last = Object.values(mapping).findLast((each) => listIn(fieldOf(each, 'children')).length === 0);
  return branchTo(node(current) ?? (isFields(last) ? last : undefined), ({ parent }) => node(parent));
}

function turnFieldsOf({ author, content, recipient, metadata, weight }: Fields) {
  if (content !== undefined && !isFields(content)) throw new Error('content: is not an object');
  const role = roleOf(String(fieldOf(author, 'role')));
  const isHidden = fieldOf(metadata, 'is_visually_hidden_from_conversation') === true || weight === 0;
  // A message to a tool is a call of it; the tool's answer has the result.
  const isCall = typeof recipient === 'string' && recipient !== 'all';
  const type = fieldOf(content, 'content_type');
  if (role === undefined || role === 'system' || isHidden || isCall || !READ_CONTENT_TYPES.has(String(type)))
    return undefined;
  const parts = partsIn(fieldOf(content, 'parts'), 'content.parts').flatMap(
    (part) => textIn(part) ?? textIn(fieldOf(part, 'text')) ?? [],
  );
  const text = parts.length > 0 ? parts.join('\n\n') : (textIn(fieldOf(content, 'text')) ?? '');
  if (text.trim() === '') return undefined;
  const tool = textIn(fieldOf(author, 'name')) ?? 'tool';
  return { content: text, role, ...(role === 'tool' && { type: 'toolResult', metadata: { tool } }) };
}
