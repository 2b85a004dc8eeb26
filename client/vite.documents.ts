import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parsers } from 'prettier/plugins/markdown';
import type { ParserOptions } from 'prettier';
import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');

/** The documents that visitors can read at `/documents/` and the name, and the file of each in the repository. */
export const DOCUMENTS: Readonly<Record<string, string>> = Object.freeze({
  readme: 'README.md',
  comparison: 'docs/comparison.md',
  google: 'docs/google.md',
  operations: 'docs/operations.md',
  configuration: 'docs/configuration.md',
  reliability: 'docs/reliability.md',
  performance: 'docs/performance.md',
  security: 'SECURITY.md',
  controls: 'docs/controls.md',
  architecture: 'docs/architecture.md',
  simulator: 'simulator/README.md',
});

/** What the parser makes of Markdown: the fields of mdast that are used here. */
interface Node {
  type: string;
  children?: Node[];
  value?: string;
  depth?: number;
  ordered?: boolean;
  url?: string;
  identifier?: string;
}

/**
 * Makes a page of each document, so that visitors can read them where Shingle runs, without the repository. Pictures and
 * HTML within Markdown are left out. Links lead to the other pages and to other sites; what is only in the repository is
 * named without a link.
 */
export function documents(): Plugin {
  return {
    name: 'documents',
    apply: 'build',
    async generateBundle() {
      const parsed = await Promise.all(
        Object.entries(DOCUMENTS).map(async ([name, file]) => ({ name, file, tree: await treeOf(file) })),
      );
      const pages = parsed.map((each) => ({ ...each, title: titleOf(each.tree) }));
      for (const { name, file, tree, title } of pages)
        this.emitFile({
          type: 'asset',
          fileName: `documents/${name}.html`,
          source: frame(
            title,
            contentOf(tree, file),
            pages.filter((page) => page.name !== name),
          ),
        });
    },
  };
}

async function treeOf(file: string): Promise<Node> {
  const text = await readFile(join(ROOT, file), 'utf8');
  // The parser looks at none of the options of the printer.
  return (await parsers.markdown.parse(text, {} as ParserOptions)) as Node;
}

function titleOf(tree: Node): string {
  const title = tree.children?.find(({ type, depth }) => type === 'heading' && depth === 1);
  if (!title) throw new Error('A document has no title.');
  return textOf(title);
}

function frame(title: string, content: ReactNode, others: { name: string; title: string }[]): string {
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, `${title} - Shingle`),
      h('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
      h('link', { rel: 'stylesheet', href: '/plain-page.css' }),
    ),
    h(
      'body',
      null,
      h('header', { className: 'document-head' }, h('a', { className: 'sign', href: '/' }, 'Shingle')),
      h('main', { className: 'document' }, content),
      h(
        'nav',
        { className: 'documents', 'aria-label': 'Documents' },
        others.map(({ name, title: other }) => h('a', { key: name, href: `/documents/${name}` }, other)),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(page)}\n`;
}

/** @param file the document's own, which its links start from */
function contentOf(tree: Node, file: string): ReactNode {
  const addresses = new Map(
    (tree.children ?? []).flatMap(({ type, identifier, url }) =>
      type === 'definition' && identifier && url ? [[identifier, url]] : [],
    ),
  );
  const all = (nodes: Node[] | undefined): ReactNode[] => (nodes ?? []).map(one);

  function one(node: Node, key: number): ReactNode {
    const { type, children, value, depth = 1, ordered = false, url, identifier = '' } = node;
    switch (type) {
      case 'text':
        return value;
      case 'heading':
        return h(`h${depth}`, { key, id: slugOf(textOf(node)) }, all(children));
      case 'paragraph':
        return children?.every((child) => child.type === 'image') ? null : h('p', { key }, all(children));
      case 'strong':
        return h('strong', { key }, all(children));
      case 'emphasis':
        return h('em', { key }, all(children));
      case 'inlineCode':
        return h('code', { key }, value);
      case 'code':
        return h('pre', { key, tabIndex: 0 }, h('code', null, value));
      case 'list':
        return h(ordered ? 'ol' : 'ul', { key }, all(children));
      case 'listItem':
        return h('li', { key }, all(children));
      case 'table':
        return table(key, children ?? []);
      case 'link':
      case 'linkReference': {
        const address = addressOf(url ?? addresses.get(identifier) ?? '', file);
        return address ? h('a', { key, href: address }, all(children)) : all(children);
      }
      case 'html':
      case 'image':
      case 'definition':
        return null;
      default:
        throw new Error(`${file} has a ${type}, which no page can show yet.`);
    }
  }

  /** Scrolls by itself where it is wider than the page. */
  function table(key: number, [head, ...rows]: Node[]): ReactNode {
    const cells = (row: Node | undefined, tag: 'th' | 'td') =>
      row?.children?.map((cell, index) => h(tag, { key: index }, all(cell.children)));
    return h(
      'div',
      { key, className: 'table', role: 'region', 'aria-label': `Table ${key}`, tabIndex: 0 },
      h(
        'table',
        null,
        h('thead', null, h('tr', null, cells(head, 'th'))),
        h(
          'tbody',
          null,
          rows.map((row, index) => h('tr', { key: index }, cells(row, 'td'))),
        ),
      ),
    );
  }

  return all(tree.children);
}

/** Where a link of a document leads here; undefined for what is only in the repository. */
function addressOf(url: string, file: string): string | undefined {
  if (/^(https?:|#)/.test(url)) return url;
  const [path = '', hash] = posix.join(posix.dirname(file), url).split('#');
  const name = Object.keys(DOCUMENTS).find((each) => DOCUMENTS[each] === path);
  return name && `/documents/${name}${hash ? `#${hash}` : ''}`;
}

function textOf({ value, children }: Node): string {
  return value ?? (children ?? []).map(textOf).join('');
}

/** The anchor of a heading, as a forge makes it. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
