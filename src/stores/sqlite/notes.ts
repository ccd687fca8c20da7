import type { Note } from '../../contracts/store.ts';
import type { Connection } from './connection.ts';

export function writeNote(connection: Connection, owner: number, name: string, value: Note | undefined): void {
  if (value === undefined) connection.run('delete from notes where owner = ? and name = ?', owner, name);
  else connection.run('insert or replace into notes values (?, ?, ?)', owner, name, JSON.stringify(value));
}

export function noteOf(connection: Connection, owner: number, name: string): Note | undefined {
  const sql = 'select value from notes where owner = ? and name = ?';
  const row = connection.get<{ value: string }>(sql, owner, name);
  return row && JSON.parse(row.value);
}
