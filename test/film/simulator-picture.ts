import type { Page } from '@playwright/test';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { DOCS, type Picture } from './picture.ts';
import { openTerminal } from './terminal.ts';

const README = 'simulator/README.md';
const PLACE = 'http://localhost:8085/place/4200000000000000301';
const NEW_POST = 'New ropes are in.';
/** Of what a command prints, so much is shown. */
const SHOWN_LINES = 3;
const SHOWN_LETTERS = 170;
const ENDED = 'all lines are done';

const COLOURS = {
  light: { ground: '#eef1f4', pane: '#ffffff', command: '#14232d', output: '#51606d', line: '#c9d2d9' },
  dark: { ground: '#10161b', pane: '#1a2229', command: '#ffffff', output: '#a5b4be', line: '#36434d' },
};

/** The simulator at work: the lines of its README in a shell, and beside them what the public sees then. */
export const SIMULATOR_PICTURE: Picture = {
  name: 'simulator',
  person: 'nobody',
  drawnBy: [
    README,
    'simulator/src/cli.ts',
    'simulator/src/pages/public.routes.ts',
    'simulator/src/seed/worlds.ts',
  ],
  shots: [{ folder: DOCS, width: 1180, height: 900 }],
  async open(page) {
    const home = await mkdtemp(join(tmpdir(), 'shingle-curl-'));
    // Without its bars of progress.
    await writeFile(join(home, '.curlrc'), 'silent\n');
    const { PATH } = process.env;
    const terminal = openTerminal(root, { PATH, HOME: home, NO_UPDATE_NOTIFIER: '1' });
    try {
      for (const line of await firstLines()) {
        terminal.run(line);
        if (line.endsWith('&')) await terminal.sees(/^ *Try /);
        terminal.run(`echo; echo ${ENDED}`);
        await terminal.sees(new RegExp(`^${ENDED}$`));
      }
      const view = await publicPage(page);
      // That page lets no other style in.
      await page.goto('about:blank');
      await page.setContent(drawn(terminal.lines(), view, await isDark(page)));
    } finally {
      await terminal.close();
      await rm(home, { recursive: true, force: true });
    }
    return { of: page.locator('main') };
  },
};

/** The first lines of shell in the simulator's README. */
async function firstLines(): Promise<string[]> {
  const [, lines = ''] = /```sh\n([\s\S]*?)\n```/.exec(await readFile(join(root, README), 'utf8')) ?? [];
  return lines.split('\n');
}

/** The page of the location, once the new post is public, as a PNG in base64. */
async function publicPage(page: Page): Promise<string> {
  await page.setViewportSize({ width: 420, height: 540 });
  for (;;) {
    await page.goto(PLACE);
    if (await page.getByText(NEW_POST, { exact: true }).isVisible()) break;
  }
  const png = await page.screenshot();
  await page.setViewportSize({ width: 1180, height: 900 });
  return png.toString('base64');
}

const isDark = (page: Page) => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);

function drawn(lines: readonly string[], view: string, dark: boolean): string {
  const { ground, pane, command, output, line } = COLOURS[dark ? 'dark' : 'light'];
  const text = shortened(lines)
    .map((each) => `<div class="${each.startsWith('$ ') ? 'command' : ''}">${escaped(each)}</div>`)
    .join('');
  return `<!doctype html>
    <style>
      body { margin: 0; background: ${ground}; }
      main { display: grid; grid-template-columns: 720px 420px; gap: 16px; padding: 12px; width: 1180px; box-sizing: border-box; }
      pre, img { margin: 0; border: 1px solid ${line}; border-radius: 10px; box-sizing: border-box; }
      pre { padding: 14px 16px; background: ${pane}; color: ${output}; font: 13px/19px 'DejaVu Sans Mono', ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; overflow: hidden; height: 540px; }
      .command { color: ${command}; font-weight: bold; margin-top: 6px; }
      img { display: block; width: 420px; height: 540px; }
    </style>
    <main><pre>${text}</pre><img alt="" src="data:image/png;base64,${view}" /></main>`;
}

/** Without what only marks the ends, and of long outputs the beginning. */
function shortened(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let count = 0;
  for (const line of lines) {
    if (line.includes(ENDED) || line === '$ ') continue;
    count = line.startsWith('$ ') ? 0 : count + 1;
    if (count === 0) shown.push(line);
    else if (count <= SHOWN_LINES)
      shown.push(line.length > SHOWN_LETTERS ? `${line.slice(0, SHOWN_LETTERS)}…` : line);
    else if (count === SHOWN_LINES + 1) shown.push('…');
  }
  return shown;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
