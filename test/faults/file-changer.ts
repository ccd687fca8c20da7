// Run as a process of its own, until it is killed: changes a file again and again, and says how far it is.
//   node file-changer.ts rekey PATH AT | backup PATH TO PREFIX | restore PATH ONE TWO
import { rekeySqlite, restoreSqlite, sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { KEY, keyOfRound } from './file-keys.ts';
import { changesOf, OWNER } from './sqlite-changes.ts';

const [, , change = '', path = '', first = '', second = ''] = process.argv;
const say = (word: string, number: number) => process.stdout.write(`${word} ${number}\n`);

const CHANGES: Record<string, () => Promise<void>> = {
  async rekey() {
    for (let at = Number(first); ; at++) {
      say('from', at);
      const [from, to] = [keyOfRound(at), keyOfRound(at + 1)];
      await rekeySqlite({ path, ...(from && { from }), ...(to && { to }) });
    }
  },
  async backup() {
    const store = sqliteStore({ path, key: KEY });
    await store.open();
    let written = 0;
    const copy = async () => {
      for (;;) {
        const stored = written;
        await store.files?.backup(first, { force: true });
        say('copied', stored);
      }
    };
    const write = async () => {
      for (; ; written++, say('written', written)) await store.write(OWNER, changesOf(second, written));
    };
    await Promise.all([copy(), write()]);
  },
  async restore() {
    for (let at = 0; ; at++) {
      say('restoring', at);
      await restoreSqlite({ path, backup: at % 2 === 0 ? first : second, key: KEY, force: true });
    }
  },
};
await CHANGES[change]?.();
