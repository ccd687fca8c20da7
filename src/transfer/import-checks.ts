import { identityHashOf, PERSONA } from '../components/personality/persona.ts';
import { personaViolations } from '../components/personality/safe-portraits.ts';
import { CHUNK, chunkOf, DOCUMENT, documentOf } from '../context/documents/rows.ts';
import { documentOwnerOf } from '../context/documents/stored-documents.ts';
import type { CustomInstructions } from '../context/instructions/custom-instructions.ts';
import { instructionOwnerOf, instructionVersionOf } from '../context/instructions/stored-instructions.ts';
import { profileFieldOf, profileOwnerOf } from '../context/profile/stored-profile.ts';
import type { Guardrail, Violation } from '../contracts/guardrail.ts';
import { reasonOf } from '../errors.ts';
import { type Memory, PERSONALITY } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { shortValueSchema } from '../model/primitives.ts';
import { REMEMBERED } from '../model/revision.ts';
import { isInternalOwner, type Owner, type ScopeFilter } from '../model/scope.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { ExportRecord } from './export-records.ts';
import { type RecordOfKind, recordRefusal } from './import-records.ts';

export interface ImportRules {
  readonly owner: Owner;
  readonly identity: string;
  readonly instructions: Pick<CustomInstructions, 'validate'>;
  readonly guardrails: readonly Guardrail[] | undefined;
}

/** Refuses records that their own API would refuse: text that breaks a guardrail in any version, invalid profile fields and documents. */
export async function refuseInvalid(records: readonly ExportRecord[], rules: ImportRules): Promise<void> {
  const checks = checksOf(rules);
  for (const [at, record] of records.entries()) {
    if (record.kind !== 'memory') continue;
    const check = checks.get(record.agentId);
    if (check === undefined) continue;
    for (const state of statesOf(record)) {
      await yieldToEventLoop();
      const reason = await check(state).catch(reasonOf);
      if (reason !== undefined) throw recordRefusal(at + 1, reason);
    }
  }
}

const statesOf = ({ versions = [], ...memory }: RecordOfKind<'memory'>): Memory[] => [
  memory,
  ...versions.slice(0, -1).map((version) => version.memory),
];

/** Refuses records of other projects, or of none, in an import into a project. */
export function refuseOtherProjects(records: readonly ExportRecord[], { projectId }: ScopeFilter): void {
  if (projectId === undefined) return;
  const isOther = (record: ExportRecord) =>
    (record.kind === 'episode' || record.kind === 'memory') && record.projectId !== projectId;
  const at = records.findIndex(isOther);
  if (at >= 0) throw recordRefusal(at + 1, `is not of the project ${JSON.stringify(projectId)} that the scope names`);
}

type Check = (memory: Memory) => Promise<string | undefined>;

function checksOf({ owner, identity, instructions, guardrails }: ImportRules): ReadonlyMap<string, Check> {
  const violationText = (what: string, [violation]: readonly Violation[]) =>
    violation && `${what} that ${violation.reason}`;
  const mark = identityHashOf(identity);
  return new Map<string, Check>([
    [
      owner.agentId,
      async ({ component, category, content, metadata }) =>
        // A persona of another identity is never in a prompt.
        component === PERSONALITY && category === PERSONA && metadata['identity'] === mark
          ? violationText('a persona', await personaViolations(content, { identity, guardrails }))
          : undefined,
    ],
    [
      instructionOwnerOf(owner).agentId,
      async (memory) => violationText('instructions', await instructions.validate(instructionVersionOf(memory).text)),
    ],
    [
      profileOwnerOf(owner).agentId,
      async (memory) => {
        parse(shortValueSchema, profileFieldOf(memory).value, 'profile');
        return undefined;
      },
    ],
    [
      documentOwnerOf(owner).agentId,
      async (memory) => {
        if (memory.component === DOCUMENT) documentOf(memory);
        else if (memory.component === CHUNK) chunkOf(memory, 1);
        else return 'is neither a document nor a part of one';
        return undefined;
      },
    ],
  ]);
}

/** Clamps every date of a record to now: no source can be later, and a later date would override all that is said until then. */
export function clampToNow(record: ExportRecord, now: Date): ExportRecord {
  const clamp = (moment: Date) => (moment > now ? now : moment);
  switch (record.kind) {
    case 'episode':
      return { ...record, occurredAt: clamp(record.occurredAt) };
    case 'session':
      return { ...record, endedAt: clamp(record.endedAt) };
    case 'memory': {
      const { versions, ...memory } = record;
      const clampedVersions = versions?.map((version) => ({
        ...version,
        ...{ since: clamp(version.since), memory: clampMemory(version.memory, now) },
      }));
      return { ...clampMemory(memory, now), kind: 'memory', ...(clampedVersions && { versions: clampedVersions }) };
    }
    case 'link':
      return { ...record, createdAt: clamp(record.createdAt) };
    case 'relationship':
      return { ...record, updatedAt: clamp(record.updatedAt) };
    case 'progress':
      return { ...record, at: clamp(record.at) };
    default:
      return record;
  }
}

const LEARNT_MOMENTS = [
  'createdAt',
  'updatedAt',
  'lastAccessedAt',
  'lastReinforcedAt',
  'fadedAt',
  'doubtedAt',
] as const;

/** Only `memories.add` takes a day to come, and not by a clock that ran ahead. */
function clampMemory(memory: Memory, now: Date): Memory {
  const clampsValidAt = memory.component !== REMEMBERED || memory.createdAt > now;
  const moments = clampsValidAt ? ([...LEARNT_MOMENTS, 'validAt'] as const) : LEARNT_MOMENTS;
  const clamped = moments.flatMap((name) => ((memory[name] ?? now) > now ? [[name, now] as const] : []));
  return {
    ...memory,
    ...Object.fromEntries(clamped),
    confidenceTrajectory: memory.confidenceTrajectory.map(({ confidence, at }) => ({
      confidence,
      at: at > now ? now : at,
    })),
    ...(isInternalOwner(memory) && { metadata: clampMetadata(memory.metadata, now) }),
  };
}

function clampMetadata(metadata: Memory['metadata'], now: Date): Memory['metadata'] {
  const clamp = (moment: unknown) =>
    typeof moment === 'string' && new Date(moment) > now ? now.toISOString() : moment;
  const { at, parts } = metadata;
  return {
    ...metadata,
    ...(at !== undefined && { at: clamp(at) as string }),
    ...(Array.isArray(parts) && {
      parts: parts.map((part) =>
        typeof part === 'object' && part !== null && 'since' in part
          ? { ...part, since: clamp(part['since']) as string }
          : part,
      ),
    }),
  };
}
