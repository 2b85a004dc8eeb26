import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

/** What `npm run start:production` starts: node, its options and the file. */
export const PRODUCTION_COMMAND = scripts['start:production']?.split(' ') ?? [];

/** What the image sets besides, for the system's own functions. */
export const PRODUCTION_MEMORY = { MALLOC_ARENA_MAX: '2' };

/** The options of node in production. */
export const PRODUCTION_FLAGS = PRODUCTION_COMMAND.slice(1, -1);
