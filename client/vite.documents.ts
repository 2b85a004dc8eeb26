import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Marked, Renderer } from 'marked';
import { createElement as h } from 'react';
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

/**
 * Makes a page of each document, so that visitors can read them where Shingle runs, without the repository. Pictures and
 * the tags of HTML within Markdown are left out. Links lead to the other pages and to other sites; what is only in the repository is
 * named without a link.
 */
export function documents(): Plugin {
  return {
    name: 'documents',
    apply: 'build',
    async generateBundle() {
      const pages = await Promise.all(
        Object.entries(DOCUMENTS).map(async ([name, file]) => {
          const text = await readFile(join(ROOT, file), 'utf8');
          return { name, title: titleOf(text), content: await contentOf(text, file) };
        }),
      );
      for (const { name, title, content } of pages)
        this.emitFile({
          type: 'asset',
          fileName: `documents/${name}.html`,
          source: frame(
            title,
            content,
            pages.filter((page) => page.name !== name),
          ),
        });
    },
  };
}

function titleOf(text: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (!title) throw new Error('A document has no title.');
  return title;
}

function frame(title: string, content: string, others: { name: string; title: string }[]): string {
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
      h('main', { className: 'document', dangerouslySetInnerHTML: { __html: content } }),
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
async function contentOf(text: string, file: string): Promise<string> {
  const renderer = new Renderer();
  let tables = 0;
  const markdown = new Marked({
    useNewRenderer: true,
    renderer: {
      heading({ tokens, depth, text: title }) {
        return `<h${depth} id="${slugOf(title)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href, file);
        const words = this.parser.parseInline(tokens);
        return address ? `<a href="${address}">${words}</a>` : words;
      },
      // Both scroll by themselves where they are wider than the page.
      code(token) {
        return renderer.code.call(this, token).replace(/^<pre>/, '<pre tabindex="0">');
      },
      table(token) {
        tables += 1;
        const table = renderer.table.call(this, token);
        return `<div class="table" role="region" aria-label="Table ${tables}" tabindex="0">${table}</div>\n`;
      },
      paragraph({ tokens }) {
        const words = this.parser.parseInline(tokens);
        return words.trim() && `<p>${words}</p>\n`;
      },
      image: () => '',
      html: ({ text: html, block }) => (block ? wordsOf(html) : ''),
    },
  });
  return markdown.parse(text);
}

/** The words in a block of HTML, a paragraph for each cell of its table. */
function wordsOf(html: string): string {
  return html
    .split('</td>')
    .map((cell) => cell.replaceAll(/<[^>]*>/g, ' ').trim())
    .filter(Boolean)
    .map((words) => `<p>${words}</p>\n`)
    .join('');
}

/** Where a link of a document leads here; undefined for what is only in the repository. */
function addressOf(url: string, file: string): string | undefined {
  if (/^(https?:|#)/.test(url)) return url;
  const [path = '', hash] = posix.join(posix.dirname(file), url).split('#');
  const name = Object.keys(DOCUMENTS).find((each) => DOCUMENTS[each] === path);
  return name && `/documents/${name}${hash ? `#${hash}` : ''}`;
}

/** The anchor of a heading, as a forge makes it. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
