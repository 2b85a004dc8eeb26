import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import type { Stage } from './dockerfile.ts';
import { baseImage, changesFiles, configured, type FileInstruction, type Image } from './image.ts';
import { type Mount, startInside, withEnvironment } from './sandbox.ts';
import { say, seconds, Trouble } from './say.ts';

const OUTPUT_SHOWN = 8000;

/** Where a step finds what COPY takes from. It lies in memory, like all that must not get into a layer. */
const ORIGIN = '/run/origin';

/** Follows the instructions of a Dockerfile, each stage in files of its own. */
export class Builder {
  private readonly images = new Map<string, Image>();
  private readonly context: string;
  private readonly folder: string;

  /**
   * @param base the files of the image that the Dockerfile begins with
   * @param context the folder that COPY takes from
   * @param folder where the stages are put
   */
  constructor(base: { name: string; layer: string }, context: string, folder: string) {
    this.images.set(base.name, baseImage(base.layer));
    this.context = context;
    this.folder = folder;
  }

  /** @throws Trouble when a step fails, with what it has printed */
  async build(stages: Stage[]): Promise<Image> {
    for (const [index, stage] of stages.entries()) {
      const from = this.imageOf(stage.from);
      let image: Image = { ...from, layers: [...from.layers, this.makeFolder(`layer-${index}`)] };
      for (const instruction of stage.instructions) {
        if (!changesFiles(instruction)) image = configured(image, instruction);
        else image = await this.follow(instruction, image, stage.name);
      }
      this.images.set(stage.name, image);
    }
    return this.imageOf(stages.at(-1)?.name ?? '');
  }

  private async follow(instruction: FileInstruction, image: Image, stage: string): Promise<Image> {
    switch (instruction.keyword) {
      case 'WORKDIR': {
        const folder = posix.resolve(image.folder, instruction.path);
        await this.run({ ...image, folder: '/' }, ['mkdir', '-p', folder], []);
        return { ...image, folder };
      }
      case 'COPY': {
        const { from, sources, target } = instruction;
        const words = ['sh', '-euc', copyScript(sources, target)];
        await this.run(image, words, [
          from === undefined
            ? { kind: 'bind', source: this.context, target: ORIGIN, isReadOnly: true }
            : { kind: 'layers', lower: this.imageOf(from).layers, target: ORIGIN },
        ]);
        return image;
      }
      case 'RUN': {
        if (!/^(0|root)(:|$)/.test(image.user)) throw new Trouble('RUN after USER is not known here.');
        const began = performance.now();
        await this.run(image, ['sh', '-c', instruction.command], []);
        const text = instruction.command.replace(/\s+/g, ' ');
        say(`${stage.padEnd(10)}${text.slice(0, 90)} (${seconds(performance.now() - began)})`);
        return image;
      }
    }
  }

  private async run(image: Image, words: string[], mounts: Mount[]): Promise<void> {
    const layer = image.layers.at(-1) ?? '';
    const sandbox = {
      root: {
        lower: image.layers.slice(0, -1),
        upper: { layer, scratch: this.makeFolder(`scratch-${basename(layer)}`) },
      },
      mounts: [{ kind: 'memory', target: '/run' } as const, ...mounts, ...hostMounts()],
      mountAt: this.makeFolder('root'),
    };
    const env = { HOME: '/root', ...image.env, ...hostSettings() };
    const command = withEnvironment({ words, env, folder: image.folder });
    const child = startInside(sandbox, command, ['ignore', 'pipe', 'pipe']);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream
        ?.setEncoding('utf8')
        .on('data', (text: string) => (printed = (printed + text).slice(-OUTPUT_SHOWN)));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Trouble(`${words.join(' ')} ended with ${code}:\n${printed}`);
  }

  private imageOf(name: string): Image {
    const image = this.images.get(name);
    if (!image) throw new Trouble(`There is no stage and no image ${name}.`);
    return image;
  }

  private makeFolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  }
}

/** A folder is copied by its content, a file into a folder or to a name; all of it belongs to root. */
function copyScript(sources: string[], target: string): string {
  const copy = 'cp -a --no-preserve=ownership';
  const steps = sources.map((source) => {
    const path = `${ORIGIN}${posix.resolve('/', source)}`;
    const parent = target.endsWith('/') ? target : posix.dirname(target);
    return (
      `if [ -d '${path}' ]; then mkdir -p '${target}'; ${copy} '${path}/.' '${target}'; ` +
      `else mkdir -p '${parent}'; ${copy} '${path}' '${target}'; fi`
    );
  });
  return steps.join('\n');
}

/** What npm has to be told to reach the registry as this machine does; it is there for a step, in no layer. */
const HOST_SETTINGS = /^((https?|all|no)_proxy|npm_config_(registry|https_proxy|proxy|noproxy|strict_ssl))$/i;

/** Settings that name files of this machine. The cache spares fetching what has been fetched before. */
const HOST_FILES = ['NODE_EXTRA_CA_CERTS', 'npm_config_cafile', 'npm_config_userconfig', 'npm_config_cache'];

function hostSettings(): Record<string, string> {
  const named = Object.entries(process.env).filter(([name, value]) => HOST_SETTINGS.test(name) && value);
  const files = hostFiles().map(({ name, target }) => [name, target]);
  return Object.fromEntries([...named, ...files]) as Record<string, string>;
}

function hostMounts(): Mount[] {
  const files = hostFiles().map(({ source, target, name }) => {
    return { kind: 'bind' as const, source, target, isReadOnly: name !== 'npm_config_cache' };
  });
  return [
    { kind: 'bind', source: '/etc/resolv.conf', target: '/etc/resolv.conf', isReadOnly: true },
    ...files,
  ];
}

function hostFiles(): { name: string; source: string; target: string }[] {
  return HOST_FILES.flatMap((name) => {
    const source = process.env[name];
    return source && existsSync(source) ? [{ name, source, target: `/run/${name}` }] : [];
  });
}
