import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedEmbedder } from '../../quality/run/cached-embedder.ts';
import { cpuMs } from '../../speed/timing.ts';
import { openMinilm } from './minilm.ts';
import { type Method, type Peer, type PeerTurn, type Reply, type Request, SETUP, type Setup } from './protocol.ts';
import { standIn } from './stand-in.ts';

const JIFFY_MS = 10;
const DIMENSIONS = 384;
const setup: Setup = JSON.parse(process.env[SETUP] ?? '{}');
export const keepsVectors = setup.vectors === 'kept';
export const vectorCache = join(setup.embedder, 'vectors.db');
let isGrowing = false;

/** A package that is installed for this peer alone; the caller names what it uses of it. */
export const load = async <Used>(name: string): Promise<Used> => {
  const entry = pathToFileURL(join(setup.packages, 'load.mjs')).href;
  const { load } = (await import(entry)) as { load(name: string): Promise<Used> };
  return await load(name);
};

/** A file of a package that is installed for this peer alone. */
export const installed = (path: string): string => join(setup.packages, 'node_modules', path);

async function openEmbedder() {
  const model = await openMinilm(
    setup.embedder,
    createRequire(join(setup.embedder, 'package.json'))('onnxruntime-node'),
  );
  return keepsVectors ? cachedEmbedder(model, vectorCache) : model;
}
let opened: ReturnType<typeof openEmbedder> | undefined;

/** The embedder that all peers share. */
export async function embed(texts: readonly string[]): Promise<Float32Array[]> {
  if (isGrowing) return texts.map((text) => standIn(text, DIMENSIONS));
  opened ??= openEmbedder();
  const vectors = await (await opened).embed(texts);
  return vectors.map((vector) => vector ?? new Float32Array(DIMENSIONS));
}

export const embedOne = async (text: string): Promise<number[]> => [...((await embed([text]))[0] ?? [])];
export const spoken = ({ speaker, text }: PeerTurn): string => (speaker === undefined ? text : `${speaker}: ${text}`);

/** Answers what the harness asks, one call after the other, until it goes. */
export function serve(peer: Peer): void {
  const others = () => peer.processes?.() ?? [];
  const methods: Readonly<Record<Method, (...args: never[]) => Promise<unknown>>> = {
    open: peer.open,
    record: peer.record,
    ready: peer.ready,
    recall: peer.recall,
    close: peer.close,
    async grow(growing: boolean) {
      isGrowing = growing;
      await peer.growing?.(growing);
    },
    async usage() {
      return { rss: process.memoryUsage.rss() + others().reduce((sum, id) => sum + memoryOf(id), 0) };
    },
  };
  const spent = () => cpuMs() + others().reduce((sum, id) => sum + cpuOf(id), 0);
  let last: Promise<void> = Promise.resolve();
  process.on('message', ({ number, method, args }: Request) => {
    last = last.then(async () => {
      const [cpu, started] = [spent(), performance.now()];
      const outcome = await methods[method].apply(peer, args as never[]).then(
        (result) => ({ result }),
        (error: Error) => ({ error: String(error?.message ?? error) }),
      );
      process.send?.({ number, ...outcome, ms: performance.now() - started, cpu: spent() - cpu } satisfies Reply);
    });
  });
  process.once('disconnect', () => process.exit());
}

/** Of another process, where the system tells. */
function cpuOf(id: number): number {
  const fields = statusOf(id, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * JIFFY_MS;
}

const memoryOf = (id: number): number => Number(/VmRSS:\s*(\d+)/.exec(statusOf(id, 'status'))?.[1] ?? 0) * 1024;

function statusOf(id: number, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
