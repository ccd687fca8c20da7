import { describe, expect, it, vi } from 'vitest';
import { aiSdkLlm } from './ai-sdk-llm.ts';

vi.mock('ai', () => {
  throw new Error("Cannot find package 'ai'");
});

describe('aiSdkLlm without its package', () => {
  it('names the command that installs it', async () => {
    await expect(aiSdkLlm('openai/gpt')('', '')).rejects.toMatchObject({
      code: 'missingPackage',
      advice: 'npm install ai',
    });
  });
});
