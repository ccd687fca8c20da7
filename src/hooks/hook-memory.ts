import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { ProjectLocation } from './project.ts';

/** The open memory of a project. */
export interface HookMemory {
  for(scope: { readonly sessionId?: string; readonly projectId?: string }): ScopedSouvenir;
  close(): Promise<void>;
}

/** The budget of a day for the language model of the background. */
export interface ModelBudget {
  readonly callsPerDay: number;
  readonly tokensPerDay: number;
}

/** Settings of the hooks of a project. */
export interface HookSettings {
  readonly sessionTokens: number;
  readonly promptTokens: number;
  /** Without a budget no model is asked. */
  readonly budget?: ModelBudget | undefined;
}

export const DEFAULT_SETTINGS: HookSettings = { sessionTokens: 1_200, promptTokens: 400 };

/** `prompt`: one query, as soon as possible; `session`: a few reads; `background`: work that takes longer. */
export type OpeningPurpose = 'prompt' | 'session' | 'background';

/** Opens the memory of a project. */
export type OpenMemory = (
  project: Pick<ProjectLocation, 'db' | 'folder'>,
  purpose: OpeningPurpose,
) => Promise<{
  readonly memory: HookMemory;
  readonly settings: HookSettings;
  /** The chance that a prompt asks where the work stands, if the embedder tells it. */
  readonly continuing?: ((prompt: string) => Promise<number>) | undefined;
}>;
