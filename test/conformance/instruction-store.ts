import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InstructionStore, NewInstructionVersion } from '../../src/contracts/instruction-store.ts';

const OWNER = { tenantId: 'acme', userId: 'ana', agentId: 'coach' };
const AT = new Date('2024-05-01T10:00:00Z');
const edit = (text: string, more: Partial<NewInstructionVersion> = {}): NewInstructionVersion => ({
  ...{ text, at: AT, author: 'agent' },
  ...more,
});

/** A new, empty store of instructions, and how to put it away. `again` is another way to the same rows, as another process has it. */
export interface OpenInstructions {
  readonly instructions: InstructionStore;
  readonly again: InstructionStore;
  close(): Promise<void>;
}

/** What every store of instructions must do. */
export function instructionStoreConformance(name: string, open: () => Promise<OpenInstructions>): void {
  describe(`${name} as a store of instructions`, () => {
    let opened: OpenInstructions;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const instructions = () => opened.instructions;

    it('is empty at first', async () => {
      expect(await instructions().versions(OWNER)).toEqual([]);
    });

    it('counts versions from 1 and lists them oldest first', async () => {
      await instructions().append(OWNER, edit('Answer briefly.'), 0);
      await instructions().append(OWNER, edit('Answer at length.', { author: 'user', reason: 'asked for' }), 1);
      const hash = (text: string) => createHash('sha256').update(text).digest('hex');
      expect(await instructions().versions(OWNER)).toEqual([
        { number: 1, text: 'Answer briefly.', at: AT, author: 'agent', hash: hash('Answer briefly.') },
        {
          ...{ number: 2, text: 'Answer at length.', at: AT, author: 'user', reason: 'asked for' },
          hash: hash('Answer at length.'),
        },
      ]);
    });

    it('returns what it appended', async () => {
      const added = await instructions().append(OWNER, edit('Brief.', { restores: 0 }), 0);
      expect(await instructions().versions(OWNER)).toEqual([added]);
      expect(added).toMatchObject({ number: 1, restores: 0 });
    });

    it('stores an empty text and any text unchanged', async () => {
      const text = ' Zeile 1\n\n– Zeile 2 “é” 👩‍👧\t ';
      await instructions().append(OWNER, edit(text), 0);
      await instructions().append(OWNER, edit(''), 1);
      expect((await instructions().versions(OWNER)).map((version) => version.text)).toEqual([text, '']);
    });

    it('refuses outdated and unknown base versions', async () => {
      await instructions().append(OWNER, edit('One.'), 0);
      await expect(instructions().append(OWNER, edit('Two.'), 0)).rejects.toMatchObject({ code: 'overtaken' });
      await expect(instructions().append(OWNER, edit('Nine.'), 8)).rejects.toMatchObject({ code: 'overtaken' });
      expect(await instructions().versions(OWNER)).toHaveLength(1);
    });

    it('accepts one of many concurrent writers', async () => {
      const writers = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? opened.instructions : opened.again));
      const results = await Promise.allSettled(writers.map((writer, at) => writer.append(OWNER, edit(`By ${at}.`), 0)));
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused).toHaveLength(7);
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'overtaken' });
      expect(await opened.again.versions(OWNER)).toHaveLength(1);
    });

    it.each(['tenantId', 'userId', 'agentId'] as const)('separates owners by %s', async (field) => {
      const other = { ...OWNER, [field]: 'other' };
      await instructions().append(OWNER, edit('Mine.'), 0);
      expect(await instructions().versions(other)).toEqual([]);
      await instructions().append(other, edit('Theirs.'), 0);
      expect((await instructions().versions(OWNER)).map(({ text }) => text)).toEqual(['Mine.']);
    });

    it('returns the latest version, if supported', async () => {
      if (instructions().latest === undefined) return;
      expect(await instructions().latest?.(OWNER)).toBeUndefined();
      for (const [after, text] of ['One.', 'Two.', ''].entries()) {
        await opened.again.append(OWNER, edit(text), after);
        expect(await instructions().latest?.(OWNER)).toEqual((await instructions().versions(OWNER)).at(-1));
      }
    });

    it('keeps the order beyond ten versions', async () => {
      for (let after = 0; after < 12; after++) await instructions().append(OWNER, edit(`Version ${after + 1}.`), after);
      const versions = await instructions().versions(OWNER);
      expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    });
  });
}
