import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotPrepare, root } from '../../server/embedded/prepare.mjs';
import { FILM, makeFilm } from './film.ts';
import { takePictures } from './pictures.ts';
import { type Hashes, namesBehind, recordWith } from './record.ts';
import { PICTURES } from './shown.ts';

const RECORD = join(root, 'docs/pictures/record.json');
const ALL = [FILM, ...PICTURES];

const readRecord = (): Hashes => JSON.parse(readFileSync(RECORD, 'utf8')) as Hashes;

/**
 * Makes the film and the pictures, and records by which files they were drawn.
 * @param names only these; all of them if there are none
 * @throws {CannotPrepare} for a name that no picture has
 */
export async function makePictures(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !ALL.some((each) => each.name === name));
  if (unknown.length > 0)
    throw new CannotPrepare(
      `There is no picture “${unknown.join(' ')}”. The pictures are: ${ALL.map(({ name }) => name).join(' ')}`,
    );
  const isWanted = ({ name }: { name: string }) => names.length === 0 || names.includes(name);
  if (isWanted(FILM)) await makeFilm();
  await takePictures(PICTURES.filter(isWanted));
  const record = recordWith(ALL.filter(isWanted), { all: ALL, record: readRecord(), root });
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** Prints which pictures were drawn by other files than there are now. */
export function checkPictures(): void {
  const names = namesBehind(ALL, readRecord(), root);
  if (names.length === 0) console.log('All pictures show what there is now.');
  else console.log(`What these pictures show has changed since: npm run film -- ${names.join(' ')}`);
}
