import { inspect } from 'node:util';
import { SouvenirError, type Store } from '../../../src/index.ts';
import { memory } from '../../conformance/store/samples.ts';
import { FAULTS, type Failing, faultyStore } from './faulty-store.ts';
import { live } from './life.ts';

/** Stores that hold what is not embedded yet, one for each life; some have a fault of their own. */
export interface Place {
  readonly makeStore: () => Promise<Store> | Store;
  readonly faults?: Readonly<Record<string, Failing>>;
}

export interface Injected {
  readonly calls: number;
  readonly lives: number;
  readonly faults: number;
  /** One line for each rejection that nobody heard, and each that is no `SouvenirError`. */
  readonly wrong: readonly string[];
}

export interface InjectOptions {
  /** Of all calls of a life, every so manieth is tried; 1 unless given. */
  readonly step?: number;
  /** Only the first so many calls. */
  readonly most?: number;
}

/** Lives once for every call that a life makes of its store and every way it can fail: at that call alone, and from that call on. */
export async function injectFaults(
  { makeStore, faults = FAULTS }: Place,
  { step = 1, most = Infinity }: InjectOptions = {},
): Promise<Injected> {
  const counts = { lives: 0, faults: 0 };
  const wrong: string[] = [];
  let place = 'without a fault';
  const tell = (what: string) => (error: unknown) => wrong.push(`${what}: ${place}: ${inspect(error).slice(0, 400)}`);
  const [unheard, raw] = [tell('unheard'), tell('raw')];
  const lived = async (fails: Parameters<typeof faultyStore>[1]) => {
    const inner = await makeStore();
    await inner.open();
    await inner.write(OWNER, { memories: [memory(`held-${counts.lives}`, OWNER)] });
    const faulty = faultyStore(inner, fails);
    await live(faulty.store, (error) => SouvenirError.is(error) || raw(error));
    await inner.close();
    counts.lives += 1;
    counts.faults += faulty.faults;
    return faulty.calls;
  };
  process.on('unhandledRejection', unheard);
  try {
    const calls = await lived(() => undefined);
    for (let at = 1; at <= Math.min(calls, most); at += step)
      for (const [name, fault] of Object.entries(faults))
        for (const isLasting of [false, true]) {
          place = `${name} ${isLasting ? 'from' : 'at'} call ${at}`;
          await lived((call) => (call === at || (isLasting && call > at) ? fault : undefined));
        }
    return { ...counts, calls, wrong };
  } finally {
    process.off('unhandledRejection', unheard);
  }
}

const OWNER = { tenantId: 'default', userId: 'ana', agentId: 'default' };
