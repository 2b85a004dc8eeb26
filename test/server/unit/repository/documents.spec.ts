import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENTS } from '../../../../client/vite.documents.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const client = join(root, 'dist/client');
const pageOf = (name: string) => readFileSync(join(client, `documents/${name}.html`), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe.each(Object.entries(DOCUMENTS))('the page of the document %s', (name, file) => {
  const page = pageOf(name);
  const source = readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const prose = page.replaceAll(/<(pre|code)\b[\s\S]*?<\/\1>/g, '');

  it('has every heading and every row of a table', () => {
    expect(all(page, /<h(\d) id/g)).toEqual(all(source, /^(#+) /gm).map(({ length }) => `${length}`));
    expect(all(page, /<(tr)>/g).length).toBe(
      all(source, /^ *(\|).*\|$/gm).length - all(source, /^ *(\|)[ :|-]+\|$/gm).length,
    );
  });

  it('has no sign of Markdown left, and nothing that the content policy refuses', () => {
    expect(prose.replaceAll(/<[^>]*>/g, '')).not.toMatch(/\]\(|\]\[|\*\*|`|^#/m);
    expect(page).not.toMatch(/<(script|style|img|iframe)|\sstyle=|\son\w+=/);
  });

  it('leads only to what is there', () => {
    for (const address of all(page, /\bhref="([^"]+)"/g).filter((each) => !each.startsWith('http'))) {
      const [path = '', hash] = address.split('#');
      const html = path.startsWith('/documents/') ? pageOf(path.slice('/documents/'.length)) : page;
      expect([address, hash === undefined || html.includes(`id="${hash}"`)]).toEqual([address, true]);
      if (path !== '/' && path !== '' && !path.startsWith('/documents/'))
        expect([address, existsSync(join(client, path))]).toEqual([address, true]);
    }
  });
});

it('the footer of the home page leads to such pages', () => {
  const footer = readFileSync(join(client, 'index.html'), 'utf8').split('<footer')[1] ?? '';
  const addresses = all(footer, /<a href="([^"]+)"/g);
  expect(addresses).toEqual(
    ['readme', 'comparison', 'simulator', 'security'].map((name) => `/documents/${name}`),
  );
  for (const address of addresses) expect(existsSync(join(client, `${address}.html`))).toBe(true);
});
