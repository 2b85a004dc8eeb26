import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';

/** The files of a container: layers, the lowest first. */
export interface Layers {
  lower: string[];
  /** Takes what is written, with a scratch folder beside it; without one the root is read-only. */
  upper?: { layer: string; scratch: string };
}

/** What is seen inside at a path besides: files of this machine, other layers, or nothing yet, in memory. */
export type Mount = { target: string } & (
  | { kind: 'bind'; source: string; isReadOnly: boolean }
  | { kind: 'layers'; lower: string[] }
  | { kind: 'memory' }
);

export interface Sandbox {
  root: Layers;
  mounts: Mount[];
  /** An empty folder to put the files together in; nobody outside the sandbox sees them there. */
  mountAt: string;
}

export interface Command {
  words: string[];
  env: Record<string, string>;
  folder: string;
}

/**
 * Starts a command in namespaces of its own, as process 1. The mounts end with it, and it with this process, however
 * that ends: nothing has to be cleaned up on the machine. Needs root.
 * @returns the process outside; the one inside is its only child
 */
export function startInside(sandbox: Sandbox, words: string[], stdio: StdioOptions): ChildProcess {
  const { mountAt } = sandbox;
  const isolated = ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child'];
  const script = `${mountScript(sandbox)}\nexec chroot ${quoted(mountAt)} "$@"`;
  return spawn('setpriv', [...isolated, 'sh', '-euc', script, 'sh', ...words], { stdio });
}

/** The command with its environment and no other, in its folder. */
export function withEnvironment({ words, env, folder }: Command): string[] {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ['env', '--ignore-environment', `--chdir=${folder}`, ...settings, ...words];
}

/**
 * The command as a user, `uid:gid`, without any capability and without a way to get one. It ends with its parent: that
 * it was told so before does not outlast a change of the user.
 */
export function withoutPrivileges(user: string, words: string[]): string[] {
  const [uid = '', gid = uid] = user.split(':');
  const identity = ['--reuid', uid, '--regid', gid, '--clear-groups'];
  const nothing = ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs'];
  return ['setpriv', ...identity, ...nothing, '--pdeathsig', 'KILL', '--', ...words];
}

function mountScript({ root, mounts, mountAt }: Sandbox): string {
  const onto = (mount: string, path: string) => `mount ${mount} ${quoted(`${mountAt}${path}`)}`;
  return [
    onto(`-t overlay overlay -o ${quoted(overlayOptions(root))}`, ''),
    onto('-t proc proc', '/proc'),
    ...mounts.flatMap((mount) => {
      const { target } = mount;
      if (mount.kind === 'memory') return [onto('-t tmpfs tmpfs', target)];
      if (mount.kind === 'layers')
        return [
          `mkdir -p ${quoted(`${mountAt}${target}`)}`,
          onto(`-t overlay overlay -o ${quoted(overlayOptions(mount))}`, target),
        ];
      return [
        targetFor(mount.source, `${mountAt}${target}`),
        onto(`--bind ${quoted(mount.source)}`, target),
        ...(mount.isReadOnly ? [onto('-o remount,bind,ro', target)] : []),
      ];
    }),
  ].join('\n');
}

function overlayOptions({ lower, upper }: Layers): string {
  const options = [`lowerdir=${[...lower].reverse().join(':')}`];
  if (upper) options.push(`upperdir=${upper.layer}`, `workdir=${upper.scratch}`);
  return options.join(',');
}

/** A file is mounted on a file, a folder on a folder. */
function targetFor(source: string, target: string): string {
  return `if [ -d ${quoted(source)} ]; then mkdir -p ${quoted(target)}; else [ -e ${quoted(target)} ] || : > ${quoted(target)}; fi`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
