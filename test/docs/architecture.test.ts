import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const ROOM = /(?:src|lab-ui|bench)(?:\/[\w.-]+)*/g;

/** The sections of the page that are about folders, with what these contain. */
const sections = text.split(/^## /m).flatMap((section) => {
  const [heading = '', ...lines] = section.split('\n');
  const rooms = heading.split(' — ')[0]?.match(ROOM) ?? [];
  return rooms.length === 0 ? [] : [{ heading, rooms, lines }];
});
const headed = sections.flatMap(({ rooms }) => rooms);

const filesOf = (room: string): string[] =>
  extname(room) === '' ? globSync('**/*.{ts,tsx}', { cwd: join(root, room) }).map((file) => join(room, file)) : [room];
const withoutExtension = (path: string): string => path.slice(0, path.length - extname(path).length);

describe('ARCHITECTURE.md', () => {
  it('has a heading for each folder of src, and for no other', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(folders.map(({ name }) => `src/${name}`).filter((folder) => !headed.includes(folder))).toEqual([]);
    expect(headed.filter((room) => !existsSync(join(root, room)))).toEqual([]);
  });

  it.each(sections)('names only files, folders and code that exist under "$heading"', ({ rooms, lines }) => {
    const files = rooms.flatMap(filesOf);
    const names = new Set(files.flatMap((file) => [basename(file), ...withoutExtension(file).split('/')]));
    const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const words = new Set(source.match(/[\w$]+/g));
    const isPath = (token: string) =>
      ['', 'src', ...rooms].some((folder) =>
        ['', '.ts', '.tsx', '.mjs'].some((extension) => existsSync(join(root, folder, `${token}${extension}`))),
      ) || files.some((file) => withoutExtension(file).endsWith(`/${token.replace(/\/$/, '')}`));
    const tokens = [...lines.join('\n').matchAll(/`([^`\n]+)`/g)].flatMap(([, token = '']) => token);
    const unknown = tokens.filter((token) => {
      const [name = ''] = token.split('(');
      return !isPath(name) && !names.has(name) && !name.split(/[ .]/).every((word) => words.has(word));
    });
    expect(unknown).toEqual([]);
  });
});

const PATH = /(?<![\w/.-])(?:src|test|bench|tools|lab-ui)\/[\w/-]+(?:\.\w+)*\.(?:ts|tsx|mjs)\b/g;
const pages = globSync(['{ARCHITECTURE,CONTRIBUTING,SECURITY}.md', 'NOTICE', 'docs/{decisions,notes}/*.md'], {
  cwd: root,
});

it.each(pages)('%s names only files that exist', (page) => {
  const paths = readFileSync(join(root, page), 'utf8').match(PATH) ?? [];
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
