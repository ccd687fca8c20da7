import { z } from 'zod';
import type { Memory } from './memory.ts';

/** Whose word something is, the most trusted first. What the application itself says counts as the user's. */
export const trustSchema = z.enum(['user', 'agent', 'tool', 'document', 'import']);
export type Trust = z.infer<typeof trustSchema>;

/** What of an episode tells it. */
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

/** The least trusted; the user where there is none, as nobody but a caller makes what has no source. */
export const lowestTrust = (trusts: readonly Trust[]): Trust =>
  trusts.reduce((lowest, each) => (isBelow(each, lowest) ? each : lowest), 'user');

/** By role, tool and type; what an episode says of itself can only take from that. */
export function trustOf({ role, type, metadata }: TrustSource): Trust {
  const isReport = type === 'toolResult' || type === 'error' || metadata.tool !== undefined;
  return lowestTrust([TRUST_BY_ROLE[role] ?? 'import', isReport ? 'tool' : 'user', metadata.trust ?? 'user']);
}

/** As it was noted when the memory was made or confirmed, else by whose words it is and where they stood. */
export function trustOfMemory({ metadata, provenance }: Pick<Memory, 'metadata'> & Partial<Memory>): Trust {
  // Asked for every candidate of a recall: a schema would take as long as ranking does.
  const noted = TRUST_ORDER.find((trust) => trust === metadata['trust']);
  if (noted !== undefined) return noted;
  const role = metadata['role'];
  const byRole = typeof role === 'string' ? (TRUST_BY_ROLE[role] ?? 'user') : 'user';
  return lowestTrust([byRole, provenance?.documentId === undefined ? 'user' : 'document']);
}

/** Said by a person, in this conversation or in one that was imported: not by an agent, a tool, or a document that somebody pasted. */
export const isOfPerson = (episode: TrustSource): boolean =>
  episode.role === 'user' && ['user', 'import'].includes(trustOf(episode));

/** A turn of the conversation itself, not something that was brought into it. */
export const isOfConversation = (episode: TrustSource): boolean => !['tool', 'document'].includes(trustOf(episode));
