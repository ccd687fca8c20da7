import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Clock, systemClock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { newId } from '../model/id.ts';
import { parse } from '../model/parse.ts';
import { momentSchema, nameSchema } from '../model/primitives.ts';
import { DEFAULT_OWNER, EVERYONE, type Owner, SHARED_PREFIX, scopeInputSchema } from '../model/scope.ts';
import { sha256 } from '../text/sha256.ts';

/** The settings of a key. A caller cannot override the scope that it is bound to. */
const keyInputSchema = z.strictObject({
  name: nameSchema,
  ...scopeInputSchema.pick({ tenantId: true, userId: true, agentId: true, projectId: true }).shape,
  isReadOnly: z.boolean().default(false),
  /** The plan that limits the key; a key without one may use everything. */
  plan: nameSchema.optional(),
  expiresAt: momentSchema.optional(),
  /** Requests per minute. */
  rate: z.int().positive().optional(),
});
export type KeyInput = Readonly<z.input<typeof keyInputSchema>>;

const storedKeySchema = keyInputSchema.extend({
  id: z.string(),
  /** SHA-256: a long random key needs no slow hash. */
  hash: z.string(),
  createdAt: momentSchema,
  revokedAt: momentSchema.optional(),
});
type StoredKey = Readonly<z.output<typeof storedKeySchema>>;
/** `changes` counts writes. */
const noteSchema = z.object({ version: z.literal(1), changes: z.int(), keys: z.array(storedKeySchema) });
type KeyNote = Readonly<z.output<typeof noteSchema>>;

/** A key without its secret. */
export type ApiKey = Omit<StoredKey, 'hash'> & { readonly isValid: boolean };

const KEYS_OWNER: Owner = { ...DEFAULT_OWNER, userId: EVERYONE, agentId: `${SHARED_PREFIX}.keys` };
const NOTE = 'keys';
/** Milliseconds in which a revocation by another process may go unnoticed. */
const CACHED_MS = 1000;

/** Ids belong to a tenant: the same name in another tenant is somebody else. */
const withTenant = <Given extends z.output<typeof keyInputSchema>>(given: Given): Given =>
  given.userId === undefined && given.agentId === undefined && given.projectId === undefined
    ? given
    : { ...given, tenantId: given.tenantId ?? DEFAULT_OWNER.tenantId };

export class Keys {
  readonly #store: Store;
  readonly #clock: Clock;
  #cached: { readonly at: number; readonly keys: Promise<readonly StoredKey[]> } | undefined;

  constructor(store: Store, clock: Clock = systemClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the secret key, which is not shown again. */
  async create(input: KeyInput): Promise<{ readonly id: string; readonly key: string }> {
    const given = withTenant(parse(keyInputSchema, input, 'key'));
    const key = `sv_${randomBytes(32).toString('base64url')}`;
    const now = this.#clock.now();
    const stored = { ...given, id: newId(now), hash: sha256(key), createdAt: now };
    await this.#change((keys) => [...keys, stored]);
    return { id: stored.id, key };
  }

  async list(): Promise<ApiKey[]> {
    return (await this.#read()).keys.map((key) => this.#toApiKey(key));
  }

  /** The keys, at most a second old. */
  async listRecent(): Promise<ApiKey[]> {
    return (await this.#recentKeys()).map((key) => this.#toApiKey(key));
  }

  async revoke(id: string): Promise<ApiKey> {
    const revokedAt = this.#clock.now();
    const keys = await this.#change((current) => current.map((key) => (key.id === id ? { revokedAt, ...key } : key)));
    const revoked = keys.find((key) => key.id === id);
    if (revoked !== undefined) return this.#toApiKey(revoked);
    throw new SouvenirError('notFound', `there is no key ${JSON.stringify(id)}`, {
      advice: '`souvenir keys list` lists all ids',
    });
  }

  /** The valid key with this secret. The comparison takes constant time. */
  async find(shown: string): Promise<ApiKey | undefined> {
    const match = (await this.#findIn(this.#recentKeys(), shown)) ?? (await this.#findUncached(shown));
    const known = match && this.#toApiKey(match);
    return known?.isValid ? known : undefined;
  }

  async isValid(id: string): Promise<boolean> {
    const key = (await this.#recentKeys()).find((candidate) => candidate.id === id);
    return key !== undefined && this.#toApiKey(key).isValid;
  }

  /** Another process may have created it just now. */
  #findUncached(shown: string): Promise<StoredKey | undefined> {
    this.#cached = undefined;
    return this.#findIn(this.#recentKeys(), shown);
  }

  async #findIn(keys: Promise<readonly StoredKey[]>, shown: string): Promise<StoredKey | undefined> {
    const hash = Buffer.from(sha256(shown), 'hex');
    let match: StoredKey | undefined;
    for (const key of await keys) if (timingSafeEqual(Buffer.from(key.hash, 'hex'), hash)) match = key;
    return match;
  }

  #toApiKey({ hash: _, ...key }: StoredKey): ApiKey {
    const hasExpired = key.expiresAt !== undefined && key.expiresAt <= this.#clock.now();
    return { ...key, isValid: key.revokedAt === undefined && !hasExpired };
  }

  #recentKeys(): Promise<readonly StoredKey[]> {
    const now = this.#clock.now().getTime();
    const age = now - (this.#cached?.at ?? Number.NEGATIVE_INFINITY);
    if (this.#cached === undefined || age < 0 || age >= CACHED_MS) {
      const cached = { at: now, keys: this.#read().then(({ keys }) => keys) };
      this.#cached = cached;
      cached.keys.catch(() => {
        if (this.#cached === cached) this.#cached = undefined;
      });
    }
    return this.#cached.keys;
  }

  async #read(): Promise<KeyNote> {
    const note = await this.#store.noteOf(KEYS_OWNER, NOTE);
    return note === undefined ? { version: 1, changes: 0, keys: [] } : parse(noteSchema, note, 'keys');
  }

  /** The store refuses the second of two concurrent writes, so that no write undoes a revocation. */
  async #change(change: (keys: readonly StoredKey[]) => readonly StoredKey[]): Promise<readonly StoredKey[]> {
    const { version, changes, keys } = await this.#read();
    const changed = change(keys);
    const value = JSON.parse(JSON.stringify({ version, changes: changes + 1, keys: changed }));
    const step = { component: NOTE, sessionId: NOTE, from: changes, through: changes + 1 };
    try {
      await this.#store.write(KEYS_OWNER, { notes: [{ name: NOTE, value }], progress: [step] });
    } catch (error) {
      if (SouvenirError.is(error) && error.code === 'overtaken') return this.#change(change);
      throw error;
    }
    this.#cached = undefined;
    return changed;
  }
}
