import { DEFAULT_SESSION, type Owner, ownerOf, type Scope } from '../../model/scope.ts';
import { readTurn, roleOf, type Turn } from '../turn-fields.ts';
import { type Fields, type Format, fieldsOf, hashOf, momentIn, type SourcedTurn } from './format.ts';

/** Our own turns: objects with at least a content. */
export const turns: Format = {
  isOf: () => true,
  reader(scope) {
    const sourced = withSource(scope);
    return function* ({ value, at }) {
      const { kind = 'episode', ...fields } = fieldsOf(value);
      // The other records of an export were made from its episodes, and consolidation makes them again.
      if (kind === 'episode') yield { kind: 'turn', turn: sourced(ownedBy(ownerOf(scope), turnOf(fields)), at) };
    };
  },
};

/** Gives turns without an id of their own a source id from session, content and position, so that a repeated or longer file is recognised. */
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

/** A line may name its project and session, but no other owner. */
function ownedBy(owner: Owner, turn: Turn): Turn {
  for (const [field, mine] of Object.entries(owner)) {
    const theirs = turn[field as keyof Owner] ?? mine;
    if (theirs !== mine)
      throw new Error(`${field}: is ${JSON.stringify(theirs)}, but this import is for ${JSON.stringify(mine)}`);
  }
  return turn;
}
