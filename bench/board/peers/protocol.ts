/** One thing that somebody said. */
export interface PeerTurn {
  readonly id: string;
  readonly session: string;
  readonly speaker?: string | undefined;
  readonly role: 'user' | 'assistant' | 'tool' | 'system';
  /** When it was said, in ISO form. */
  readonly time: string;
  readonly text: string;
}

/** One thing that a peer recalls. */
export interface PeerItem {
  /** The turns it stands for. */
  readonly ids: readonly string[];
  readonly score?: number | undefined;
}

/** A system that remembers, as each is asked in the same way. */
export interface Peer {
  /** Begins an empty memory in a folder of its own. */
  open(folder: string): Promise<void>;
  /** Takes turns of one session, oldest first. */
  record(turns: readonly PeerTurn[]): Promise<void>;
  /** The session has ended: what was recorded can be recalled from now on. */
  ready(): Promise<void>;
  /** The best items first. */
  recall(query: string, k: number, at: string): Promise<readonly PeerItem[]>;
  close(): Promise<void>;
  /** `true` while a memory grows for a measurement of speed, and vectors are made up. Most peers need not know. */
  growing?(isGrowing: boolean): Promise<void>;
  /** Processes that work for this one. */
  processes?(): readonly number[];
}

export type Method = 'open' | 'record' | 'ready' | 'recall' | 'close' | 'grow' | 'usage';

/** How vectors are made: by the model, by the model but each text once in all runs, or cheaply from words. */
export type Vectors = 'model' | 'kept' | 'made up';

export interface Request {
  readonly number: number;
  readonly method: Method;
  readonly args: readonly unknown[];
}

export interface Reply {
  readonly number: number;
  readonly result?: unknown;
  readonly error?: string;
  /** Of the call alone, inside the peer's process. */
  readonly ms: number;
  readonly cpu: number;
}

/** The setup of a peer's process, in one environment variable. */
export interface Setup {
  /** Where the packages of the peer are installed. */
  readonly packages: string;
  /** Where the embedder is installed; vectors that are kept lie beside it. */
  readonly embedder: string;
  readonly vectors: Vectors;
}
export const SETUP = 'SOUVENIR_PEER_SETUP';
