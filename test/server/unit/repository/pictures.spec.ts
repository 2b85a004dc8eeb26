import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hashOf, namesBehind, recordWith } from '../../../film/record.ts';

const roots: string[] = [];
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

/** Two views that share a button, each with a style of its own; the first has a dialog that is loaded when asked for. */
const FILES: Readonly<Record<string, string>> = Object.freeze({
  'client/inbox.tsx':
    "import { Button } from './ui/button';\nimport styles from './inbox.module.css';\n" +
    "import type { Shape } from './shapes';\nimport { type Size } from './sizes';\n" +
    "const load = () => import('./dialog');\nexport const Inbox = 1;\n",
  'client/inbox.module.css': '.inbox { color: red; }\n',
  'client/list.tsx':
    "import { Button } from './ui/button';\nexport { row } from './row';\nexport const List = 1;\n",
  'client/row.ts': 'export const row = 1;\n',
  'client/ui/button.tsx': "import './button.css';\nexport const Button = 1;\n",
  'client/ui/button.css': 'button { color: blue; }\n',
  'client/dialog.tsx': 'export const Dialog = 1;\n',
  'client/shapes.ts': 'export interface Shape {}\n',
  'client/sizes.ts': 'export interface Size {}\n',
  'simulator/seed.ts': "import { names } from './names.js';\nexport const seed = names;\n",
  'simulator/names.ts': "export const names = ['Tea Garden'];\n",
});
const INBOX = { name: 'inbox', drawnBy: ['client/inbox.tsx', 'simulator/seed.ts'] };
const LIST = { name: 'list', drawnBy: ['client/list.tsx'] };
const ALL = [INBOX, LIST];

describe('the record of the pictures', () => {
  let root: string;
  let record: ReturnType<typeof recordWith>;

  beforeEach(() => {
    root = checkout();
    record = recordWith(ALL, { all: ALL, record: {}, root });
  });

  it('lists none while nothing has changed', () => {
    expect(namesBehind(ALL, record, root)).toEqual([]);
  });

  it.each([
    ['a view', 'client/inbox.tsx', ['inbox']],
    ['its style', 'client/inbox.module.css', ['inbox']],
    ['the made-up world', 'simulator/names.ts', ['inbox']],
    ['what it exports from elsewhere', 'client/row.ts', ['list']],
    ['what both are made of', 'client/ui/button.css', ['inbox', 'list']],
    ['what is only loaded when asked for', 'client/dialog.tsx', []],
    ['types alone', 'client/shapes.ts', []],
    ['types among values', 'client/sizes.ts', []],
  ])('lists after a change of %s exactly the pictures that it draws', (_, path, names) => {
    writeFileSync(join(root, path), `${FILES[path]}/* changed */\n`);
    expect(namesBehind(ALL, record, root)).toEqual(names);
  });

  it('lists a picture that was never taken, and one whose view draws more than before', () => {
    expect(namesBehind(ALL, { inbox: record.inbox }, root)).toEqual(['list']);
    const more = [INBOX, { ...LIST, drawnBy: [...LIST.drawnBy, 'client/sizes.ts'] }];
    expect(namesBehind(more, record, root)).toEqual(['list']);
  });

  it('is the same in another folder, with other ends of lines, and in any order', () => {
    const other = checkout((text) => text.replaceAll('\n', '\r\n'));
    const backwards = { ...INBOX, drawnBy: INBOX.drawnBy.toReversed() };
    expect(hashOf(backwards, other)).toBe(hashOf(INBOX, root));
    const taken = recordWith([LIST, backwards], { all: [backwards, LIST], record: {}, root: other });
    expect(JSON.stringify(taken)).toBe(JSON.stringify(record));
  });

  it('keeps what was not taken again, and forgets what is no picture any more', () => {
    writeFileSync(join(root, 'client/ui/button.tsx'), 'export const Button = 2;\n');
    const next = recordWith([LIST], { all: ALL, record: { ...record, former: 'x' }, root });
    expect(Object.keys(next)).toEqual(['inbox', 'list']);
    expect(namesBehind(ALL, next, root)).toEqual(['inbox']);
  });
});

/** A folder with the two views, as Git writes them there. */
function checkout(written = (text: string) => text): string {
  const root = mkdtempSync(join(tmpdir(), 'shingle-pictures-'));
  roots.push(root);
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), written(text));
  }
  return root;
}
