import { breathe } from '../breathe.ts';
import { identityMark, PERSONA } from '../components/personality/persona.ts';
import { personaViolations } from '../components/personality/safe-portraits.ts';
import { CHUNK, chunkOf, DOCUMENT, documentOf } from '../context/documents/rows.ts';
import { documentHomeOf } from '../context/documents/stored-documents.ts';
import type { CustomInstructions } from '../context/instructions/custom-instructions.ts';
import { instructionHomeOf, instructionVersionOf } from '../context/instructions/stored-instructions.ts';
import { profileFieldOf, profileHomeOf } from '../context/profile/stored-profile.ts';
import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { reasonOf } from '../errors.ts';
import { keepsTurn, type Memory, PERSONALITY } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { shortValueSchema } from '../model/primitives.ts';
import { isBeside, type Owner, type Place } from '../model/scope.ts';
import type { ExportRecord } from './export-records.ts';
import { type Kind, refused } from './import-records.ts';

export interface ImportRules {
  readonly owner: Owner;
  readonly identity: string;
  readonly instructions: Pick<CustomInstructions, 'validate'>;
  readonly guardrails: readonly Guardrail[] | undefined;
}

/**
 * Refuses what its own way in would refuse: instructions and personas that the guardrails refuse, now or in any version, and profile
 * fields and documents that are none.
 */
export async function refuseUnfit(records: readonly ExportRecord[], rules: ImportRules): Promise<void> {
  const checks = checksOf(rules);
  for (const [at, record] of records.entries()) {
    if (record.kind !== 'memory') continue;
    const check = checks.get(record.agentId);
    if (check === undefined) continue;
    for (const state of statesOf(record)) {
      await breathe();
      const reason = await check(state).catch(reasonOf);
      if (reason !== undefined) throw refused(at + 1, reason);
    }
  }
}

/** A memory as it is, and as it was. */
const statesOf = ({ versions = [], ...memory }: Kind<'memory'>): Memory[] => [
  memory,
  ...versions.slice(0, -1).map((version) => version.memory),
];

/** Into a project comes only what says that it is of this project. */
export function refuseOtherProjects(records: readonly ExportRecord[], { projectId }: Place): void {
  if (projectId === undefined) return;
  const isOther = (record: ExportRecord) =>
    (record.kind === 'episode' || record.kind === 'memory') && record.projectId !== projectId;
  const at = records.findIndex(isOther);
  if (at >= 0) throw refused(at + 1, `is not of the project ${JSON.stringify(projectId)} that the scope names`);
}

type Check = (memory: Memory) => Promise<string | undefined>;

/** What is wrong with a memory, by the home that it is for. */
function checksOf({ owner, identity, instructions, guardrails }: ImportRules): ReadonlyMap<string, Check> {
  const broken = (what: string, [violation]: readonly Violation[]) => violation && `${what} that ${violation.reason}`;
  const mark = identityMark(identity);
  return new Map<string, Check>([
    [
      owner.agentId,
      async ({ component, category, content, metadata }) =>
        // A persona of another identity stands in no prompt.
        component === PERSONALITY && category === PERSONA && metadata['identity'] === mark
          ? broken('a persona', await personaViolations(content, { identity, guardrails }))
          : undefined,
    ],
    [
      instructionHomeOf(owner).agentId,
      async (memory) => broken('instructions', await instructions.validate(instructionVersionOf(memory).text)),
    ],
    [
      profileHomeOf(owner).agentId,
      async (memory) => {
        parse(shortValueSchema, profileFieldOf(memory).value, 'profile');
        return undefined;
      },
    ],
    [
      documentHomeOf(owner).agentId,
      async (memory) => {
        if (memory.component === DOCUMENT) documentOf(memory);
        else if (memory.component === CHUNK) chunkOf(memory, 1);
        else return 'is no document and no part of one';
        return undefined;
      },
    ],
  ]);
}

/** The same record with nothing in it later than now: nobody said it later, and what lies ahead would outdo all that is said until then. */
export function notAhead(record: ExportRecord, now: Date): ExportRecord {
  const past = (moment: Date) => (moment > now ? now : moment);
  switch (record.kind) {
    case 'episode':
      return { ...record, occurredAt: past(record.occurredAt) };
    case 'session':
      return { ...record, endedAt: past(record.endedAt) };
    case 'memory': {
      const { versions, ...memory } = record;
      const was = versions?.map((version) => ({
        ...version,
        ...{ since: past(version.since), memory: memoryNotAhead(version.memory, now) },
      }));
      return { ...memoryNotAhead(memory, now), kind: 'memory', ...(was && { versions: was }) };
    }
    case 'link':
      return { ...record, createdAt: past(record.createdAt) };
    case 'relationship':
      return { ...record, updatedAt: past(record.updatedAt) };
    case 'progress':
      return { ...record, at: past(record.at) };
    default:
      return record;
  }
}

const LEARNT = ['createdAt', 'updatedAt', 'lastAccessedAt', 'lastReinforcedAt', 'fadedAt', 'doubtedAt'] as const;

/** What was learnt before now may say what will be; a turn may not, nor what was learnt by a clock that ran ahead. */
function memoryNotAhead(memory: Memory, now: Date): Memory {
  const isTold = keepsTurn(memory) || memory.createdAt > now;
  const moments = isTold ? ([...LEARNT, 'validAt'] as const) : LEARNT;
  const clamped = moments.flatMap((name) => ((memory[name] ?? now) > now ? [[name, now] as const] : []));
  return {
    ...memory,
    ...Object.fromEntries(clamped),
    confidenceTrajectory: memory.confidenceTrajectory.map(({ confidence, at }) => ({
      confidence,
      at: at > now ? now : at,
    })),
    ...(isBeside(memory) && { metadata: metadataNotAhead(memory.metadata, now) }),
  };
}

/** Instructions and fields of a profile have their moments in their metadata. */
function metadataNotAhead(metadata: Memory['metadata'], now: Date): Memory['metadata'] {
  const past = (moment: unknown) => (typeof moment === 'string' && new Date(moment) > now ? now.toISOString() : moment);
  const { at, parts } = metadata;
  return {
    ...metadata,
    ...(at !== undefined && { at: past(at) as string }),
    ...(Array.isArray(parts) && {
      parts: parts.map((part) =>
        typeof part === 'object' && part !== null && 'since' in part
          ? { ...part, since: past(part['since']) as string }
          : part,
      ),
    }),
  };
}
