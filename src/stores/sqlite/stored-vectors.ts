import type { Connection } from './connection.ts';
import { VectorChunk } from './vector-chunk.ts';
import { decodeVector } from './vector-code.ts';

interface VectorRow {
  readonly key: number;
  readonly memoryId: string;
  readonly chunk: number;
  readonly residue: Uint8Array;
}

/** Reads the chunks they lie in, each once. */
export function vectorsOf(connection: Connection, owner: number, memoryIds: readonly string[], embedderId: string) {
  const rows = connection.all<VectorRow>(
    `select m.key, m.id as memoryId, r.chunk, r.residue
     from json_each(?) j cross join memories m on m.owner = ? and m.id = j.value
     cross join vector_residues r on r.memory = m.key where m.embedder = ?`,
    ...[JSON.stringify(memoryIds), owner, connection.names.find(owner, embedderId) ?? -1],
  );
  const chunks = new Map<number, VectorChunk>();
  return rows.map(({ key, memoryId, chunk, residue }) => {
    const found = chunks.get(chunk) ?? load(connection, chunk, residue.length);
    chunks.set(chunk, found);
    return { memoryId, vector: decodeVector({ ...found.get(key), residue: signed(residue) }) };
  });
}

function load(connection: Connection, chunk: number, dimensions: number): VectorChunk {
  const row = connection.get<{ image: Uint8Array }>('select image from vector_chunks where key = ?', chunk);
  return new VectorChunk(dimensions, row?.image);
}

const signed = ({ buffer, byteOffset, length }: Uint8Array) => new Int8Array(buffer, byteOffset, length);
