import { z } from 'zod';
import type {
  ApplyInstructions,
  CustomInstructions,
  InstructionProposal,
  RollbackInstructions,
} from '../context/instructions/custom-instructions.ts';
import type { DiffLine } from '../context/instructions/line-diff.ts';
import type { InstructionVersion } from '../contracts/instruction-store.ts';
import { parse } from '../model/parse.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from './engine.ts';

export type ApplyOptions = Omit<ApplyInstructions, 'text'>;
export type RollbackInstructionsOptions = Omit<RollbackInstructions, 'version'>;

/** The only text of a prompt that an agent may change. Text that breaks a guardrail is never written. */
export interface Instructions {
  /**
   * Returns the version in force; undefined if there is none.
   * @example const version = await ana.instructions.current();
   */
  current(): Promise<InstructionVersion | undefined>;
  /**
   * Lists every version, oldest first.
   * @example const versions = await ana.instructions.versions();
   */
  versions(): Promise<readonly InstructionVersion[]>;
  /**
   * Returns the effect of a change and the guardrails that it breaks; nothing is written.
   * @example const { violations } = await ana.instructions.propose('Answer in two sentences.');
   */
  propose(text: string): Promise<InstructionProposal>;
  /**
   * Writes a new version, or refuses it as `unsafeInstructions` with the rule and the position.
   * @example await ana.instructions.apply('Answer in two sentences.', { author: 'user' });
   */
  apply(text: string, options?: ApplyOptions): Promise<InstructionVersion | undefined>;
  /**
   * Returns the lines that differ between two versions; version 0 is empty.
   * @example const lines = await ana.instructions.diff({ from: 1, to: 2 });
   */
  diff(versions: { readonly from: number; readonly to: number }): Promise<readonly DiffLine[]>;
  /**
   * Writes an earlier text as a new version; 0 clears the instructions.
   * @example await ana.instructions.rollback(1, { reason: 'too terse' });
   */
  rollback(version: number, options?: RollbackInstructionsOptions): Promise<InstructionVersion | undefined>;
}

const versionSchema = z.int().nonnegative();
const diffOptionsSchema = z.strictObject({ from: versionSchema, to: versionSchema });

type InstructionsContext = Pick<Engine, 'agentOf' | 'work'>;

export function instructionsOf(
  engine: InstructionsContext,
  instructions: CustomInstructions,
  scope: Scope,
): Instructions {
  const owner = () => {
    engine.agentOf(scope);
    return ownerOf(scope);
  };
  return {
    async current() {
      return instructions.current(owner());
    },
    async versions() {
      return instructions.versions(owner());
    },
    async propose(text) {
      return instructions.propose(owner(), text);
    },
    async apply(text, options = {}) {
      return engine.work.inTurn(owner(), () => instructions.apply(owner(), { ...options, text }));
    },
    async diff(versions) {
      const { from, to } = parse(diffOptionsSchema, versions, 'versions');
      return instructions.diff(owner(), from, to);
    },
    async rollback(version, options = {}) {
      return engine.work.inTurn(owner(), () => instructions.rollback(owner(), version, options));
    },
  };
}
