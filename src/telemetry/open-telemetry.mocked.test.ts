import { expect, it, vi } from 'vitest';
import { openTelemetry } from './open-telemetry.ts';

vi.mock('@opentelemetry/api', () => {
  throw new Error("Cannot find package '@opentelemetry/api'");
});

it('names the command that installs its package', async () => {
  await expect(openTelemetry()).rejects.toMatchObject({
    code: 'missingPackage',
    advice: 'npm install @opentelemetry/api',
  });
});
