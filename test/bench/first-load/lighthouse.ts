import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../support/runner/browser.mjs';
import { freePort } from '../../support/processes/program.ts';
import type { Bench } from '../row.ts';

/**
 * Of Google's Lighthouse, which is fetched by npx when it is needed: 180 MB that only this bench uses. Later versions
 * trace a category that crashes the browser from npm.
 */
const LIGHTHOUSE = 'lighthouse@13.0.1';
const UP_WITHIN_MS = 20_000;

/** What Lighthouse says of a page: on a phone with a simulated slow 4G. */
export interface Verdict {
  /** 0 to 100. */
  score: number;
  /** First contentful paint, largest contentful paint, total blocking time (ms). */
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Has a browser of its own for as long as the bench runs. */
export async function openLighthouse(bench: Bench) {
  const { executablePath, args, env } = await findBrowser();
  const port = await freePort();
  const options = [
    '--headless=new',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${join(bench.folder, 'browser')}`,
  ];
  const browser = spawn(executablePath, [...args, ...options], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => browser.once('close', resolve));
  bench.ends.push(() => {
    browser.kill();
    return gone;
  });
  await untilUp(`http://127.0.0.1:${port}/json/version`);

  return async (url: string, cookie = ''): Promise<Verdict> => {
    const report = join(bench.folder, 'lighthouse.json');
    const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
    const kind = ['--only-categories=performance', '--output=json', `--output-path=${report}`, '--quiet'];
    await npx([LIGHTHOUSE, url, `--port=${port}`, ...kind, ...headers]);
    return read(report);
  };
}

function read(report: string): Verdict {
  const { categories, audits, runtimeError } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: { performance: { score: number } };
    audits: Record<string, { numericValue: number }>;
    runtimeError?: { message: string };
  };
  if (runtimeError) throw new Error(runtimeError.message);
  const figure = (name: string): number => audits[name]?.numericValue ?? NaN;
  return {
    score: Math.round(categories.performance.score * 100),
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  };
}

async function npx(args: string[]): Promise<void> {
  const child = spawn('npx', ['--yes', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0)
    throw new Error(
      `Lighthouse, which npx fetches from the registry, ended with ${String(code)}:\n${complaint}`,
    );
}

async function untilUp(url: string): Promise<void> {
  const end = performance.now() + UP_WITHIN_MS;
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    if (performance.now() > end) throw new Error('The browser does not come up.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
