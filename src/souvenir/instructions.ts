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

/** The only text of a prompt that an agent may change. What the guardrails refuse is never written. */
export interface Instructions {
  /**
   * The version in force; undefined where there is none.
   * @example const version = await ana.instructions.current();
   */
  current(): Promise<InstructionVersion | undefined>;
  /**
   * Every version, oldest first.
   * @example const versions = await ana.instructions.versions();
   */
  versions(): Promise<readonly InstructionVersion[]>;
  /**
   * What a change would do and which guardrails it breaks; nothing is written.
   * @example const { violations } = await ana.instructions.propose('Answer in two sentences.');
   */
  propose(text: string): Promise<InstructionProposal>;
  /**
   * Writes a new version, or refuses it as `unsafeInstructions`, naming rule and place.
   * @example await ana.instructions.apply('Answer in two sentences.', { author: 'user' });
   */
  apply(text: string, options?: ApplyOptions): Promise<InstructionVersion | undefined>;
  /**
   * The lines that differ between two versions; 0 is none.
   * @example const lines = await ana.instructions.diff({ from: 1, to: 2 });
   */
  diff(versions: { readonly from: number; readonly to: number }): Promise<readonly DiffLine[]>;
  /**
   * Brings an earlier text back as a new version; 0 clears.
   * @example await ana.instructions.rollback(1, { reason: 'too terse' });
   */
  rollback(version: number, options?: RollbackInstructionsOptions): Promise<InstructionVersion | undefined>;
}

const versionSchema = z.int().nonnegative();
const diffOptionsSchema = z.strictObject({ from: versionSchema, to: versionSchema });

export function instructionsOf(engine: Engine, instructions: CustomInstructions, scope: Scope): Instructions {
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
      return engine.inTurn(owner(), () => instructions.apply(owner(), { ...options, text }));
    },
    async diff(versions) {
      const { from, to } = parse(diffOptionsSchema, versions, 'versions');
      return instructions.diff(owner(), from, to);
    },
    async rollback(version, options = {}) {
      return engine.inTurn(owner(), () => instructions.rollback(owner(), version, options));
    },
  };
}
