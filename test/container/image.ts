import type { Instruction, Stage } from './dockerfile.ts';

/** What a stage has come to: files in layers, and how a program is to be run in them. */
export interface Image {
  /** The lowest first; the last one is what the stage itself has added. */
  layers: string[];
  env: Record<string, string>;
  folder: string;
  /** `uid:gid` */
  user: string;
  port: number | undefined;
  healthcheck: string[];
  entrypoint: string[];
  command: string[];
}

/** What an image of a registry brings along that matters here: its files, and where its programs are. */
export function baseImage(layer: string): Image {
  return {
    layers: [layer],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    folder: '/',
    user: '0:0',
    port: undefined,
    healthcheck: [],
    entrypoint: [],
    command: [],
  };
}

/** An instruction that changes files. */
export type FileInstruction = Extract<Instruction, { keyword: 'WORKDIR' | 'COPY' | 'RUN' }>;

export function changesFiles(instruction: Instruction): instruction is FileInstruction {
  return ['WORKDIR', 'COPY', 'RUN'].includes(instruction.keyword);
}

/** The image with what an instruction says about it that is not a file. */
export function configured(
  image: Image,
  instruction: Exclude<Stage['instructions'][number], FileInstruction>,
): Image {
  switch (instruction.keyword) {
    case 'ENV':
      return { ...image, env: { ...image.env, ...instruction.values } };
    case 'USER':
      return { ...image, user: instruction.user };
    case 'EXPOSE':
      return { ...image, port: instruction.port };
    case 'HEALTHCHECK':
      return { ...image, healthcheck: instruction.command };
    case 'ENTRYPOINT':
      // An entry point of its own ends the command of the image that it builds on.
      return { ...image, entrypoint: instruction.command, command: [] };
    case 'CMD':
      return { ...image, command: instruction.command };
    case 'LABEL':
      return image;
  }
}
