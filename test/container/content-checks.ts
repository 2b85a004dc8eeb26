import { deepEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import type { Checks } from './checks.ts';
import { entriesOf, faultsOfContent, sizesOf } from './content.ts';
import type { Image } from './image.ts';
import { megabytes, say } from './say.ts';

const PACKAGES_SHOWN = 8;

/** Says what the image adds to what it builds on, and looks for what should not be there. */
export async function checkContent(image: Image, checks: Checks): Promise<void> {
  const entries = image.layers.slice(1).flatMap(entriesOf);
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  say(`\nThe image adds ${megabytes(total)} in ${entries.filter(({ isFile }) => isFile).length} files:`);
  for (const [folder, bytes] of sizesOf(entries, 3)
    .filter(([, size]) => size > 0)
    .slice(0, PACKAGES_SHOWN))
    say(`  ${megabytes(bytes).padStart(9)}  /${folder}`);
  await checks.check('it holds what it needs and nothing else', () => {
    deepEqual(faultsOfContent(entries, join(root, 'package-lock.json')), []);
    return megabytes(total);
  });
}
