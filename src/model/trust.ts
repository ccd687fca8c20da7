import { z } from 'zod';
import type { Memory } from './memory.ts';

export const trustSchema = z.enum(['user', 'agent', 'tool', 'document', 'import']);
/** Trust in a source, highest first. The application counts as the user. */
export type Trust = z.infer<typeof trustSchema>;

interface TrustSource {
  readonly role: string;
  readonly type: string;
  readonly metadata: { readonly tool?: string | undefined; readonly trust?: Trust | undefined };
}

const TRUST_ORDER = trustSchema.options;
const TRUST_BY_ROLE: Readonly<Record<string, Trust>> = {
  user: 'user',
  system: 'user',
  assistant: 'agent',
  tool: 'tool',
};

/** Above 0 if the first is trusted more. */
export const compareTrust = (one: Trust, other: Trust): number => TRUST_ORDER.indexOf(other) - TRUST_ORDER.indexOf(one);
export const isBelow = (one: Trust, other: Trust): boolean => compareTrust(one, other) < 0;

/** The lowest trust; `user` if empty, since only a caller makes memories without sources. */
export const lowestTrust = (trusts: readonly Trust[]): Trust =>
  trusts.reduce((lowest, each) => (isBelow(each, lowest) ? each : lowest), 'user');

/** By role, tool and type; an episode's own `trust` can only lower it. */
export function trustOf({ role, type, metadata }: TrustSource): Trust {
  const isReport = type === 'toolResult' || type === 'error' || metadata.tool !== undefined;
  return lowestTrust([TRUST_BY_ROLE[role] ?? 'import', isReport ? 'tool' : 'user', metadata.trust ?? 'user']);
}

/** As stored with the memory, else by its role and source. */
export function trustOfMemory({ metadata, provenance }: Pick<Memory, 'metadata'> & Partial<Memory>): Trust {
  // Called for every candidate of a recall: a schema would take as long as the ranking.
  const noted = TRUST_ORDER.find((trust) => trust === metadata['trust']);
  if (noted !== undefined) return noted;
  const role = metadata['role'];
  const byRole = typeof role === 'string' ? (TRUST_BY_ROLE[role] ?? 'user') : 'user';
  return lowestTrust([byRole, provenance?.documentId === undefined ? 'user' : 'document']);
}

/** Said by a person, in this conversation or an imported one: not by an agent, a tool or a pasted document. */
export const isOfPerson = (episode: TrustSource): boolean =>
  episode.role === 'user' && ['user', 'import'].includes(trustOf(episode));

/** A turn of the conversation itself, not a tool's result or a document. */
export const isOfConversation = (episode: TrustSource): boolean => !['tool', 'document'].includes(trustOf(episode));
