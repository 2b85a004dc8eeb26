import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '../../test/support/jest.ts';
import { controlOf } from 'gbp-simulator';
import { PEOPLE, SIMULATOR_COMMAND } from './support.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gbp-simulator-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the command and answers what it prints first; the callback runs while it serves. */
async function whileServing(args: string[], use: (printed: string, origin: string) => Promise<void>) {
  const child = spawn(process.execPath, [SIMULATOR_COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    const printed = chunk.toString();
    await use(printed, /http:\S+\d/.exec(printed)?.[0] ?? '');
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
}

describe('the command', () => {
  it.each([
    [['--port', 'x'], '--port takes a number from 0 to 65535, not "x".'],
    [['--clock', '-1'], "Option '--clock' argument is ambiguous"],
    [['--clock', '5000'], '--clock takes a number from 0 to 3600, not "5000".'],
    [
      ['--world', 'mars'],
      '--world takes one of all, shops, groups, empty, large, agency, abroad, not "mars".',
    ],
    [['--wrld', 'all'], "Unknown option '--wrld'"],
  ])('says in a sentence what is wrong with %j, and where its help is', async (args, sentence) => {
    const failed = run(process.execPath, [SIMULATOR_COMMAND, ...args]);
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(sentence),
    });
    await expect(failed).rejects.toMatchObject({
      stderr: expect.stringMatching(/\nSee gbp-simulator --help\.\n$/),
    });
  });

  it('has a help that names every option of the README', async () => {
    const { stdout } = await run(process.execPath, [SIMULATOR_COMMAND, '--help']);
    const options = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| `(--[\w-]+)/gm)];
    expect(options.length).toBeGreaterThan(5);
    for (const [, option] of options) expect(stdout).toContain(`  ${option} `);
  });

  it('serves the chosen world at the chosen speed, and says where and what to try', async () => {
    await whileServing(['--world', 'agency', '--clock', '0'], async (printed, origin) => {
      expect(printed).toContain(`curl ${origin}/__simulator`);
      expect(printed).toContain(PEOPLE.ottoline);
      expect(printed).not.toContain(PEOPLE.tamsin);
      const { world, clock } = controlOf(origin);
      expect((await world.people({})).map(({ email }) => email)).toEqual([PEOPLE.ottoline]);
      const before = await clock.now();
      await clock.advance(60_000);
      expect((await clock.now()).getTime() - before.getTime()).toBe(60_000);
    });
  });

  it('keeps its world in the data folder, and refuses another one there', async () => {
    const data = join(folder, 'data');
    await whileServing(['--world', 'shops', '--data', data], async () => Promise.resolve());
    await whileServing(['--data', data], async (printed) => {
      expect(printed).toContain(PEOPLE.tamsin);
      expect(printed).not.toContain(PEOPLE.ottoline);
      return Promise.resolve();
    });
    await expect(
      run(process.execPath, [SIMULATOR_COMMAND, '--world', 'agency', '--data', data]),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('google.json holds the world shops.') });
  });
});

describe('the package', () => {
  it('installs from its archive into an empty folder, without a network, and does what its README says', async () => {
    const npm = { cwd: root, env: { ...process.env, npm_config_update_notifier: 'false' } };
    // What is built lies here already: `prepack` would build it again under the other specs.
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], npm);
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    const home = join(folder, 'empty');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{"private":true}');
    await run('npm', ['install', '--offline', '--ignore-scripts', join(folder, archive)], {
      ...npm,
      cwd: home,
    });
    const installed = join(home, 'node_modules/gbp-simulator');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json']);
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'gbp-simulator',
    ]);

    const lines = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8'))?.[1] ?? '';
    expect(lines.trim().split('\n')).toHaveLength(5);
    // npx would not pass the signal on that ends it.
    const commands = lines
      .replaceAll('8085', String(await freePort()))
      .replace('npx gbp-simulator', 'node_modules/.bin/gbp-simulator');
    const script = `set -e\ntrap 'kill $(jobs -p)' EXIT\n${commands}`;
    const { stdout } = await run('bash', ['-c', script], {
      ...npm,
      cwd: home,
      env: { ...npm.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    });
    expect(stdout).toContain('"accountName":"Brackenbury Local Marketing"');
    expect(stdout).toMatch(/"summary":"New ropes are in\.".*"summary":"New ropes are in\."/s);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ended = once(server, 'close');
  server.close();
  await ended;
  return typeof address === 'object' && address ? address.port : 0;
}
