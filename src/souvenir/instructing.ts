import type {
  ApplyInstructions,
  CustomInstructions,
  InstructionProposal,
  RollbackInstructions,
} from '../context/instructions/custom-instructions.ts';
import type { DiffLine } from '../context/instructions/line-diff.ts';
import type { InstructionVersion } from '../contracts/instruction-store.ts';
import { ownerOf, type ScopeInput } from '../model/scope.ts';
import type { Engine } from './engine.ts';

/** The only text of a prompt that an agent may change. What the guardrails refuse is never written. */
export interface Instructing {
  /** What holds now; undefined where there are none. */
  current(scope?: ScopeInput): Promise<InstructionVersion | undefined>;
  /** Every version, oldest first. */
  versions(scope?: ScopeInput): Promise<readonly InstructionVersion[]>;
  /** What a change would do and which rules it breaks; nothing is written. */
  propose(text: string, scope?: ScopeInput): Promise<InstructionProposal>;
  /** Writes a new version, or refuses as `unsafeInstructions`, naming rule and place. */
  apply(change: string | ApplyInstructions, scope?: ScopeInput): Promise<InstructionVersion | undefined>;
  /** What turns one version into another; 0 is none. */
  diff(from: number, to: number, scope?: ScopeInput): Promise<DiffLine[]>;
  /** Brings an earlier text back as a new version; 0 clears. */
  rollback(change: number | RollbackInstructions, scope?: ScopeInput): Promise<InstructionVersion | undefined>;
}

export function instructingOf(engine: Engine, instructions: CustomInstructions): Instructing {
  const ownerIn = (scope?: ScopeInput) => {
    const full = engine.scopeOf(scope);
    engine.agentOf(full);
    return ownerOf(full);
  };
  return {
    async current(scope) {
      return instructions.current(ownerIn(scope));
    },
    async versions(scope) {
      return instructions.versions(ownerIn(scope));
    },
    async propose(text, scope) {
      return instructions.propose(ownerIn(scope), text);
    },
    async apply(change, scope) {
      return instructions.apply(ownerIn(scope), typeof change === 'string' ? { text: change } : change);
    },
    async diff(from, to, scope) {
      return instructions.diff(ownerIn(scope), from, to);
    },
    async rollback(change, scope) {
      const { version, ...input } = typeof change === 'object' ? change : { version: change };
      return instructions.rollback(ownerIn(scope), version, input);
    },
  };
}
