import type { Changes, Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Episode } from '../model/episode.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { redact, redactAtOnce, redactInSlices, shownAtOnce } from '../secrets/redact.ts';
import { type Redact, redactAll, redactAllInSlices } from '../secrets/redact-all.ts';
import { marksIn } from '../secrets/rule.ts';
import type { Events } from '../telemetry/events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** The treatment of secrets in input: replaced by a mark, kept, or replaced by a function. */
export type SecretsOption = 'redact' | 'keep' | Redact;

/** Secrets are redacted twice: in input, and before the store. */
export interface Secrets {
  redact<Value>(owner: Owner, value: Value): Value;
  /** Like `redact`, for a value with many texts. */
  redactLarge<Value>(owner: Owner, value: Value): Promise<Value>;
  /** Like `redact`, for a text that may be long. */
  redactLong(owner: Owner, text: string): Promise<string>;
  /** The output of `redact` as it may be shown: the beginning of a text that is too long to redact at once. */
  shown<Value>(value: Value): Value;
  /** Wraps a store so that no write contains a secret. */
  guard(store: Store): Store;
}

const KEEP: Secrets = {
  redact: (_, value) => value,
  redactLarge: async (_, value) => value,
  redactLong: async (_, text) => text,
  shown: (value) => value,
  guard: (store) => store,
};

export function secretsOf(option: SecretsOption, events: Events): Secrets {
  if (option === 'keep') return KEEP;
  const redactText = option === 'redact' ? redact : checkedRedact(option);
  // Input may be redacted in part, as all of a text is redacted when it is written.
  const redactEdge = option === 'redact' ? redactAtOnce : redactText;
  const redactLongText = async (text: string) =>
    option === 'redact' ? redactInSlices(text, yieldToEventLoop) : redactText(text);

  const cleanerFor = (owner: Owner, redactShort = redactText): Cleaner => {
    const marks = new Map<string, number>();
    const add = (kind: string, count: number) => marks.set(kind, (marks.get(kind) ?? 0) + count);
    const counted = (before: string, after: string): string => {
      if (before === after) return after;
      const [marksBefore, marksAfter] = [marksIn(before), marksIn(after)];
      for (const kind of marksAfter) add(kind, 1);
      for (const kind of marksBefore) add(kind, -1);
      if (marksAfter.length <= marksBefore.length) add('other', 1);
      return after;
    };
    const redactCounted = (text: string) => counted(text, redactShort(text));
    const onHidden = () => add('secret', 1);
    return {
      short: (value) => redactAll(value, redactCounted, onHidden),
      large: (value) => redactAllInSlices(value, redactCounted, yieldToEventLoop, onHidden),
      long: async (text) => counted(text, await redactLongText(text)),
      report() {
        const added = [...marks].filter(([, count]) => count > 0);
        if (added.length > 0) events.emit('redacted', { owner: ownerOf(owner), marks: Object.fromEntries(added) });
      },
    };
  };

  return {
    redact(owner, value) {
      const cleaner = cleanerFor(owner, redactEdge);
      const clean = cleaner.short(value);
      cleaner.report();
      return clean;
    },
    async redactLarge(owner, value) {
      const cleaner = cleanerFor(owner, redactEdge);
      const clean = await cleaner.large(value);
      cleaner.report();
      return clean;
    },
    shown: (value) => (option === 'redact' ? redactAll(value, shownAtOnce) : value),
    async redactLong(owner, text) {
      const cleaner = cleanerFor(owner);
      const clean = await cleaner.long(text);
      cleaner.report();
      return clean;
    },
    guard(store) {
      const cleaned = async (owner: Owner, changes: Changes): Promise<Changes> => {
        const cleaner = cleanerFor(owner);
        const clean = await withoutSecrets(changes, cleaner);
        cleaner.report();
        return clean;
      };
      const write: Store['write'] = async (owner, changes, also) =>
        also === undefined
          ? store.write(owner, await cleaned(owner, changes))
          : store.write(owner, await cleaned(owner, changes), {
              owner: also.owner,
              changes: await cleaned(also.owner, also.changes),
            });
      // A store may be frozen or have private fields, so the proxy has another target and calls methods on the store itself.
      return new Proxy<Store>(Object.create(store), {
        get(_, name) {
          if (name === 'write') return write;
          const member = Reflect.get(store, name, store);
          return typeof member === 'function' ? member.bind(store) : member;
        },
      });
    },
  };
}

const checkedRedact =
  (redactText: Redact): Redact =>
  (text) => {
    const clean: unknown = redactText(text);
    if (typeof clean === 'string') return clean;
    throw new SouvenirError('invalidInput', `secrets: the function returned ${typeof clean} for a text`, {
      advice: 'return the text, with marks in place of what is not to be kept',
    });
  };

interface Cleaner {
  short<Value>(value: Value): Value;
  large<Value>(value: Value): Promise<Value>;
  long(text: string): Promise<string>;
  report(): void;
}

/** The changes with all content redacted. Ids stay unchanged. */
async function withoutSecrets(changes: Changes, cleaner: Cleaner): Promise<Changes> {
  const { short, large, long } = cleaner;
  const each = async <Row>(rows: readonly Row[], clean: (row: Row) => Row | Promise<Row>): Promise<Row[]> => {
    const done: Row[] = [];
    for (const row of rows) {
      await yieldToEventLoop();
      done.push(await clean(row));
    }
    return done;
  };
  const { episodes, memories, updates, entities, relationships, vectors, notes } = changes;
  return {
    ...changes,
    ...(episodes && {
      episodes: await each(episodes, (episode) => cleanEpisode(episode, cleaner)),
    }),
    ...(memories && { memories: await each(memories, (memory) => cleanMemory(memory, cleaner)) }),
    ...(updates && { updates: await each(updates, (update) => cleanMemory(update, cleaner)) }),
    ...(entities && {
      entities: await each(entities, (entity) => ({
        ...entity,
        ...short({ name: entity.name, type: entity.type, ...(entity.aliases && { aliases: entity.aliases }) }),
      })),
    }),
    ...(relationships && {
      relationships: await each(relationships, (tie) => ({ ...tie, relation: short(tie.relation) })),
    }),
    ...(vectors && {
      vectors: await each(vectors, async (vector) =>
        vector.content === undefined ? vector : { ...vector, content: await long(vector.content) },
      ),
    }),
    ...(notes && { notes: await each(notes, async (note) => ({ ...note, value: await large(note.value) })) }),
  };
}

async function cleanEpisode(episode: Episode, { short, large, long }: Cleaner): Promise<Episode> {
  const { turnId, ...metadata } = episode.metadata;
  return {
    ...episode,
    content: await long(episode.content),
    ...(episode.speaker !== undefined && { speaker: short(episode.speaker) }),
    metadata: { ...(await large(metadata)), ...(turnId !== undefined && { turnId }) },
  };
}

async function cleanMemory<Row extends Memory | MemoryUpdate>(row: Row, { short, large, long }: Cleaner): Promise<Row> {
  const { content, category, metadata, provenance } = row;
  const cause = 'cause' in row ? row.cause : undefined;
  return {
    ...row,
    ...(content !== undefined && { content: await long(content) }),
    ...(category !== undefined && { category: short(category) }),
    ...(metadata !== undefined && { metadata: await large(metadata) }),
    ...(provenance?.learningContext !== undefined && {
      provenance: { ...provenance, learningContext: short(provenance.learningContext) },
    }),
    ...(cause?.reason !== undefined && { cause: { ...cause, reason: short(cause.reason) } }),
  };
}
