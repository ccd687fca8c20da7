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
  momentIn,
  partsIn,
  readParts,
  textIn,
} from './format.ts';

/** `conversations.json` of a Claude export: messages without thoughts, tools and attachments. */
export const claude: Format = {
  isOf: ({ chat_messages: messages }) => Array.isArray(messages),
  reader: () =>
    function* ({ value, place }) {
      const conversation = fieldsOf(value);
      const messages = conversation['chat_messages'];
      if (!Array.isArray(messages)) throw new Error('chat_messages: is not a list');
      const id = textIn(conversation['uuid']) ?? hashOf(conversation['name'], messages);
      yield* readParts(
        branchOf(messages),
        (at) => `message ${at} of ${place}`,
        function* (given): Iterable<ImportEntry> {
          const message = fieldsOf(given);
          const content = textOf(message);
          if (content === undefined) return;
          const messageId = textIn(message['uuid']) ?? hashOf(content);
          const role = roleOf(String(message['sender']));
          if (role === undefined)
            throw new Error(`sender: ${JSON.stringify(message['sender'])} is neither human nor assistant`);
          const occurredAt = momentIn(message['created_at'] ?? conversation['created_at'], 'created_at');
          const turn = readTurn({ content, role, occurredAt, sessionId: id, metadata: { turnId: messageId } });
          yield { kind: 'turn', turn: { ...turn, sessionId: id, sourceId: `claude/${id}/${messageId}` } };
        },
      );
    },
};

function branchOf(messages: readonly unknown[]): readonly unknown[] {
  const byId = new Map(messages.map((message) => [fieldOf(message, 'uuid'), message]));
  const before = (message: unknown) => byId.get(fieldOf(message, 'parent_message_uuid'));
  return messages.some((message) => before(message) !== undefined) ? branchTo(messages.at(-1), before) : messages;
}

function textOf({ content, text }: Fields): string | undefined {
  if (text !== undefined && typeof text !== 'string') throw new Error('text: is not text');
  const parts = partsIn(content, 'content').flatMap((part) =>
    isFields(part) && part['type'] === 'text' ? (textIn(part['text']) ?? []) : [],
  );
  return parts.length > 0 ? parts.join('\n\n') : textIn(text);
}
