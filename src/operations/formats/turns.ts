import { DEFAULT_SESSION, type Owner, ownerOf, type Scope } from '../../model/scope.ts';
import { readTurn, roleOf, type Turn } from '../turn-fields.ts';
import { type Fields, type Format, fieldsOf, hashOf, momentIn, type SourcedTurn } from './format.ts';

/** Turns of our own: objects with at least a content. */
export const turns: Format = {
  isOf: () => true,
  reader(scope) {
    const sourced = withSource(scope);
    return function* ({ value, at }) {
      const { kind = 'episode', ...fields } = fieldsOf(value);
      // The rest of an export was made from its episodes, and is made from them again.
      if (kind === 'episode') yield { kind: 'turn', turn: sourced(ownedBy(ownerOf(scope), turnOf(fields)), at) };
    };
  },
};

/**
 * The source of turns that have no id which is theirs alone: their session, what they say, and where they stand among the others. A
 * session is one conversation, so that the same file again, or more of it, is known.
 */
export const withSource =
  (scope: Scope) =>
  (turn: Turn, at: number): SourcedTurn => {
    const { content, role, speaker, occurredAt, metadata, sessionId = scope.sessionId ?? DEFAULT_SESSION } = turn;
    const turnKey = metadata.turnId ?? at;
    const sourceId = turn.sourceId ?? `turns/${hashOf(sessionId, turnKey, role, speaker, occurredAt, content)}`;
    return { ...turn, sessionId, sourceId };
  };

function turnOf({ text, name, timestamp, date, session, id, turnId = id, ...fields }: Fields): Turn {
  const { content = text, speaker = name, occurredAt = timestamp ?? date, sessionId = session } = fields;
  const { role, metadata = {} } = fields;
  const known = roleOf(String(role ?? speaker));
  const speakerIsRole = role === undefined && known !== undefined;
  return readTurn({
    ...fields,
    content,
    role: known ?? role,
    speaker: speakerIsRole ? undefined : speaker,
    occurredAt: momentIn(occurredAt, 'occurredAt'),
    sessionId: typeof sessionId === 'number' ? String(sessionId) : sessionId,
    metadata: typeof metadata === 'object' && turnId !== undefined ? { turnId: String(turnId), ...metadata } : metadata,
  });
}

/** A line may name its project and session, but not somebody else's memory. */
function ownedBy(owner: Owner, turn: Turn): Turn {
  for (const [field, mine] of Object.entries(owner)) {
    const theirs = turn[field as keyof Owner] ?? mine;
    if (theirs !== mine)
      throw new Error(`${field}: is ${JSON.stringify(theirs)}, but this import is for ${JSON.stringify(mine)}`);
  }
  return turn;
}
