import { describe, expect, it } from 'vitest';
import { requireNode } from './node-version.ts';

describe('requireNode', () => {
  it.each(['20.20.2', '22.11.0', '18.0.0'])('refuses %s', (version) => {
    expect(() => requireNode(version)).toThrow(
      expect.objectContaining({ code: 'nodeTooOld', message: expect.stringContaining(version) }),
    );
  });
  it.each(['22.12.0', '24.0.0', '26.1.0'])('takes %s', (version) => expect(() => requireNode(version)).not.toThrow());
});
