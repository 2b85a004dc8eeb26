/** An instruction of a Dockerfile, of the kinds that the product's own uses. */
export type Instruction =
  | { keyword: 'WORKDIR'; path: string }
  | { keyword: 'COPY'; from?: string; sources: string[]; target: string }
  | { keyword: 'RUN'; command: string }
  | { keyword: 'ENV'; values: Record<string, string> }
  | { keyword: 'LABEL'; values: Record<string, string> }
  | { keyword: 'USER'; user: string }
  | { keyword: 'EXPOSE'; port: number }
  | { keyword: 'HEALTHCHECK'; command: string[] }
  | { keyword: 'ENTRYPOINT'; command: string[] }
  | { keyword: 'CMD'; command: string[] };

/** What stands between one FROM and the next; the last one is the image. */
interface Stage {
  name: string;
  /** An earlier stage, or an image of a registry. */
  from: string;
  instructions: Instruction[];
}

/** What is wrong with a Dockerfile, with the line. */
class DockerfileFault extends Error {}

type Reader = (rest: string) => Instruction;

const READERS: Record<string, Reader> = {
  WORKDIR: (rest) => ({ keyword: 'WORKDIR', path: plain(rest) }),
  COPY: readCopy,
  RUN: (rest) => ({ keyword: 'RUN', command: shellForm(rest) }),
  ENV: (rest) => ({ keyword: 'ENV', values: readValues(rest) }),
  LABEL: (rest) => ({ keyword: 'LABEL', values: readValues(rest) }),
  USER: (rest) => ({ keyword: 'USER', user: plain(rest) }),
  EXPOSE: (rest) => ({ keyword: 'EXPOSE', port: readPort(rest) }),
  HEALTHCHECK: readHealthcheck,
  ENTRYPOINT: (rest) => ({ keyword: 'ENTRYPOINT', command: execForm(rest) }),
  CMD: (rest) => ({ keyword: 'CMD', command: execForm(rest) }),
};

const HEALTHCHECK_OPTIONS = ['interval', 'timeout', 'start-period', 'retries'];

/**
 * Reads a Dockerfile. It knows what the product's own uses and refuses everything else, so that nothing in it can be
 * passed over.
 * @throws DockerfileFault with the line
 */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const { line, keyword, rest } of statementsOf(text)) {
    try {
      if (keyword === 'FROM') {
        stages.push(readFrom(rest, stages.length));
        continue;
      }
      const stage = stages.at(-1);
      const read = READERS[keyword];
      if (!read) throw new DockerfileFault(`${keyword} is not known here`);
      if (!stage) throw new DockerfileFault(`${keyword} stands before the first FROM`);
      stage.instructions.push(read(rest));
    } catch (error) {
      throw error instanceof DockerfileFault ? new DockerfileFault(`line ${line}: ${error.message}`) : error;
    }
  }
  if (stages.length === 0) throw new DockerfileFault('there is no FROM');
  return stages;
}

function statementsOf(text: string): { line: number; keyword: string; rest: string }[] {
  const statements: { line: number; keyword: string; rest: string }[] = [];
  let begun = '';
  let beganAt = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*#/.test(line) || (begun === '' && line.trim() === '')) continue;
    if (begun === '') beganAt = index + 1;
    const isContinued = line.endsWith('\\');
    begun += isContinued ? line.slice(0, -1) : line;
    if (isContinued) continue;
    const [, keyword = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(begun.trim()) ?? [];
    statements.push({ line: beganAt, keyword: keyword.toUpperCase(), rest: rest.trim() });
    begun = '';
  }
  if (begun !== '') throw new DockerfileFault(`line ${beganAt}: it ends in the middle`);
  return statements;
}

function readFrom(rest: string, index: number): Stage {
  const [, from = '', name = String(index)] =
    /^([^\s$-]\S*)(?:\s+AS\s+([a-z][a-z0-9-]*))?$/i.exec(rest) ?? [];
  if (from === '') throw new DockerfileFault(`FROM ${rest} is not understood here`);
  return { from, name, instructions: [] };
}

function readCopy(rest: string): Instruction {
  const [first = '', ...others] = plain(rest).split(/\s+/);
  const from = /^--from=([a-z][a-z0-9-]*)$/.exec(first)?.[1];
  const paths = from === undefined ? [first, ...others] : others;
  const target = paths.pop();
  if (target === undefined || paths.length === 0 || paths.some((path) => /^--|[*?[]|^<</.test(path)))
    throw new DockerfileFault(`COPY ${rest} is not understood here`);
  return { keyword: 'COPY', ...(from !== undefined && { from }), sources: paths, target };
}

function readValues(rest: string): Record<string, string> {
  const pair = /([A-Za-z][\w.-]*)=("[^"\\$]*"|[^\s"'\\$]*)(?:\s+|$)/y;
  const values: Record<string, string> = {};
  while (pair.lastIndex < rest.length) {
    const [, name, value = ''] = pair.exec(rest) ?? [];
    if (name === undefined) throw new DockerfileFault(`${rest} is not a list of name=value`);
    values[name] = value.replace(/^"|"$/g, '');
  }
  return values;
}

function readHealthcheck(rest: string): Instruction {
  const [, options = '', command = ''] = /^((?:--\S+\s+)*)CMD\s+(.*)$/.exec(rest) ?? [];
  const names = [...options.matchAll(/--([a-z-]+)=\S+/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !HEALTHCHECK_OPTIONS.includes(name));
  if (unknown) throw new DockerfileFault(`--${unknown} is not known here`);
  return { keyword: 'HEALTHCHECK', command: execForm(command) };
}

function readPort(rest: string): number {
  if (!/^\d+$/.test(rest)) throw new DockerfileFault(`EXPOSE ${rest} is not a port`);
  return Number(rest);
}

function shellForm(rest: string): string {
  if (/^(\[|--|<<)/.test(rest)) throw new DockerfileFault(`RUN ${rest} is not understood here`);
  return rest;
}

/** A shell would stand between a signal and the program. */
function execForm(rest: string): string[] {
  if (!rest.startsWith('['))
    throw new DockerfileFault(`${rest} needs the exec form, ["program", "argument"]`);
  const command: unknown = JSON.parse(rest);
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string'))
    throw new DockerfileFault(`${rest} is not a list of words`);
  return command;
}

function plain(rest: string): string {
  if (/["'$\\]/.test(rest))
    throw new DockerfileFault(`${rest} holds quotes or variables, which are not known here`);
  return rest;
}

/**
 * Whether a file goes to the builder, by the rules of a `.dockerignore`: the last pattern that matches it, or a folder
 * that it lies in, decides; `!` lets in again.
 * @param path relative to the checkout, with slashes
 * @throws Error for a pattern with signs other than `*` and `**`
 */
export function isInContext(path: string, dockerignore: string): boolean {
  const segments = path.split('/');
  const withFolders = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
  let isIn = true;
  for (const { expression, isException } of patternsOf(dockerignore))
    if (withFolders.some((each) => expression.test(each))) isIn = isException;
  return isIn;
}

function patternsOf(dockerignore: string): { expression: RegExp; isException: boolean }[] {
  return dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      return { isException, expression: expressionOf(isException ? line.slice(1) : line) };
    });
}

function expressionOf(pattern: string): RegExp {
  if (/[?[\]\\]/.test(pattern))
    throw new Error(`The pattern ${pattern} of .dockerignore is not understood here.`);
  const expression = pattern
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*' })[stars] ?? '[^/]*');
  return new RegExp(`^${expression}$`);
}
