import type { Memory, MemoryDraft } from '../model/memory.ts';
import { REMEMBERED } from '../model/revision.ts';
import type { Owner, Place } from '../model/scope.ts';
import { finishDraft } from '../reconcile/finish-draft.ts';
import type { RememberInput } from './what-it-is.ts';

type Sources = Pick<RememberInput, 'turnId' | 'documentId' | 'learningContext' | 'conversationId'>;

/** A draft made whole as something that was handed in: at its place, with the sources that were named. */
export function handedIn(
  draft: MemoryDraft,
  owner: Owner,
  { projectId, sessionId }: Place,
  now: Date,
  { turnId, documentId, learningContext, conversationId = sessionId }: Sources = {},
): Memory {
  const batch = { owner, sessionId: sessionId ?? '', episodes: [], before: [] };
  const { sessionId: _, ...memory } = finishDraft(draft, REMEMBERED, owner, batch, { now: () => now });
  const { conversationId: __, ...provenance } = memory.provenance;
  return {
    ...memory,
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
    provenance: {
      ...provenance,
      turnIds: turnId === undefined ? [] : [turnId],
      ...(conversationId !== undefined && { conversationId }),
      ...(documentId !== undefined && { documentId }),
      ...(learningContext !== undefined && { learningContext }),
    },
  };
}
