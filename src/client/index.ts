export type { Answer, Callable, CallOptions, Input } from './calls.ts';
export { type ServedEvents, type ServedEventsOptions, type ServedSouvenir, souvenirClient } from './client.ts';
export type { ClientOptions } from './requests.ts';
export { ServedError } from './served-error.ts';
export type { ServedMemory } from './served-memory.ts';
export type { ServedNouns, ServedSessions } from './served-nouns.ts';
