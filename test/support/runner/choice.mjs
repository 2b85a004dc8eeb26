import { CannotPrepare } from '../../../server/embedded/prepare.mjs';
import { kinds, longKinds } from './kinds.mjs';
import { kindsWithSpecs, specsOf } from './specs.mjs';

/** @typedef {import('./kinds.mjs').Kind & { name: string, specs: string[] }} Chosen */

/**
 * The kinds that are asked for, each with its specs: words that are kinds are kinds, any other is part of a spec's path.
 * Without the name of a kind, parts of paths choose among all specs.
 * @param {string[]} words
 * @param {boolean} isLong without any word: the long kinds rather than the usual ones
 * @returns {Chosen[]}
 * @throws {CannotPrepare} for a word that fits neither
 */
export function choose(words, isLong) {
  const all = { ...kinds, ...longKinds };
  const parts = words.filter((word) => !(word in all));
  const named = words.filter((word) => word in all);
  const usual = parts.length > 0 ? all : isLong ? longKinds : kinds;
  const chosen = Object.entries(named.length > 0 ? all : usual)
    .filter(([name]) => named.length === 0 || named.includes(name))
    .map(([name, kind]) => ({ name, ...kind, specs: specsOf(name, parts) }))
    // A check that is named has no specs to choose among.
    .filter(
      ({ name, specs }) =>
        parts.length === 0 || specs.length > 0 || (named.includes(name) && !kindsWithSpecs.includes(name)),
    );
  const unknown = parts.find(
    (part) => !chosen.some(({ specs }) => specs.some((spec) => spec.includes(part))),
  );
  if (unknown)
    throw new CannotPrepare(
      `“${unknown}” is no kind, and no spec ${named.length > 0 ? `of ${named.join(' or ')} ` : ''}has it in its path. ` +
        `The kinds are: ${Object.keys(all).join(' ')}`,
    );
  return chosen;
}
