import { expect, it, vi } from 'vitest';
import { openTelemetry } from './open-telemetry.ts';

vi.mock('@opentelemetry/api', () => {
  throw new Error("Cannot find package '@opentelemetry/api'");
});

it('openTelemetry names the install command of its package', async () => {
  await expect(openTelemetry()).rejects.toMatchObject({
    code: 'missingPackage',
    advice: 'npm install @opentelemetry/api',
  });
});
