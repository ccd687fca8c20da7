import { z } from 'zod';
import type { Memory } from './memory.ts';

/** Whose word something is, the most trusted first. What the application itself says counts as the user's. */
export const trustSchema = z.enum(['user', 'agent', 'tool', 'document', 'import']);
export type Trust = z.infer<typeof trustSchema>;

/** What of an episode tells it. */
interface Sourced {
  readonly role: string;
  readonly type: string;
  readonly metadata: { readonly tool?: string | undefined; readonly trust?: Trust | undefined };
}

const ORDER = trustSchema.options;
const BY_ROLE: Readonly<Record<string, Trust>> = { user: 'user', system: 'user', assistant: 'agent', tool: 'tool' };

/** Above 0 if the first is trusted more. */
export const comparedTrust = (one: Trust, other: Trust): number => ORDER.indexOf(other) - ORDER.indexOf(one);
export const isBelow = (one: Trust, other: Trust): boolean => comparedTrust(one, other) < 0;

/** The least trusted; the user where there is none, as nobody but a caller makes what has no source. */
export const leastOf = (trusts: readonly Trust[]): Trust =>
  trusts.reduce((least, each) => (isBelow(each, least) ? each : least), 'user');

/** By role, tool and type; what an episode says of itself can only take from that. */
export function trustOf({ role, type, metadata }: Sourced): Trust {
  const isReport = type === 'toolResult' || type === 'error' || metadata.tool !== undefined;
  return leastOf([BY_ROLE[role] ?? 'import', isReport ? 'tool' : 'user', metadata.trust ?? 'user']);
}

/** As it was noted when the memory was made or confirmed, else by whose words it is and where they stood. */
export function trustOfMemory({ metadata, provenance }: Pick<Memory, 'metadata'> & Partial<Memory>): Trust {
  // Asked for every candidate of a recall: a schema would take as long as ranking does.
  const noted = ORDER.find((trust) => trust === metadata['trust']);
  if (noted !== undefined) return noted;
  const role = metadata['role'];
  const told = typeof role === 'string' ? (BY_ROLE[role] ?? 'user') : 'user';
  return leastOf([told, provenance?.documentId === undefined ? 'user' : 'document']);
}

/** Said by a person, in this conversation or in one that was imported: not by an agent, a tool, or a document that somebody pasted. */
export const isOfPerson = (episode: Sourced): boolean =>
  episode.role === 'user' && ['user', 'import'].includes(trustOf(episode));

/** A turn of the conversation itself, not something that was brought into it. */
export const isInTalk = (episode: Sourced): boolean => !['tool', 'document'].includes(trustOf(episode));
