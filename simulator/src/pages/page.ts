import { createHash } from 'node:crypto';
import type { Reply } from '../routes.js';

const STYLE = `
  :root { color-scheme: light dark; --ink: #1b2530; --muted: #51606d; --paper: #fff; --ground: #eef1f4; --line: #77838f; --accent: #0b5570; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e9eef2; --muted: #aab7c2; --paper: #1a2229; --ground: #10161b; --line: #7f8d99; --accent: #8fd0e8; --on-accent: #06222e; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  .notice { padding: 0.5rem 1rem; background: var(--accent); color: var(--on-accent); font-size: 0.875rem; text-align: center; }
  main { max-width: 28rem; margin: 2rem auto; padding: 1.5rem; background: var(--paper); border-radius: 0.75rem; overflow-wrap: anywhere; }
  h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.3; }
  h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
  p { margin: 0 0 1rem; }
  .muted { color: var(--muted); font-size: 0.875rem; }
  .person { display: flex; align-items: center; gap: 0.75rem; margin: 0 0 1rem; }
  .person img, button img { flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; }
  ul { margin: 0 0 1rem; padding: 0; list-style: none; }
  button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 1px solid var(--line); border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }
  button.choice { display: flex; align-items: center; gap: 0.75rem; width: 100%; margin-bottom: 0.5rem; padding: 0.75rem; text-align: left; }
  button.choice span { display: block; }
  button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .scope { display: flex; gap: 0.75rem; align-items: flex-start; padding: 0.5rem 0; }
  .scope input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
  .buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0 1rem; }
  a { display: inline-block; min-height: 1.5rem; color: var(--accent); }
  blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--accent); white-space: pre-wrap; }`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

interface PageOptions {
  status?: number;
  title: string;
  /** Where the page's forms may lead to besides the simulator, such as the app that asked. */
  formTarget?: string;
  headers?: Record<string, string>;
}

/** A page of the simulator, which says on top that it is one. It needs no script, and none would run. */
export function page({ status = 200, title, formTarget = '', headers }: PageOptions, body: Html): Reply {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        @style
      </head>
      <body>
        <header class="notice">Google simulator · nothing leaves this machine</header>
        <main>${body}</main>
      </body>
    </html> `;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; ` +
        `form-action 'self'${formTarget && ` ${formTarget}`}; base-uri 'none'; frame-ancestors 'none'`,
      'Cache-Control': 'no-store',
      // Addresses hold the state of the app that asked. (`no-referrer` would make the form's Origin "null".)
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    // Put in last: the hash holds for these very characters.
    body: text.replace('@style', () => `<style>${STYLE}</style>`),
  };
}

/** Markup that needs no more escaping. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | Html | Html[];

/** Markup with everything that is put into it escaped, save markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((text, index) => `${index > 0 ? render(parts[index - 1] ?? '') : ''}${text}`).join(''),
  );
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(({ text }) => text).join('');
  return part.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
