import { describe, expect, it } from '@jest/globals';
import { bestMatches } from '../../../client/dashboard/commands/palette-entries.js';

const found = (typed: string, ...names: (string | { label: string; also: string })[]) =>
  bestMatches(
    names.map((name) => (typeof name === 'string' ? { label: name } : name)),
    typed,
  ).map(({ label }) => label);

describe('The matches of the palette', () => {
  it('are all entries while nothing is typed', () => {
    expect(found(' ', 'Accounts', 'Tasks')).toEqual(['Accounts', 'Tasks']);
  });

  it('have names that begin with the text first, then words that do, then names that contain it', () => {
    expect(found('log', 'Catalogue', 'Change Log', 'Log out', 'Tasks')).toEqual([
      'Log out',
      'Change Log',
      'Catalogue',
    ]);
  });

  it('keep the order of equal matches', () => {
    expect(found('co', 'Competitors', 'Content Calendar')).toEqual(['Competitors', 'Content Calendar']);
  });

  it('include additional words that begin with the typed words, after the names', () => {
    const dark = { label: 'Switch to dark theme', also: 'night mode' };
    expect(found('theme dark', dark)).toEqual(['Switch to dark theme']);
    expect(found('night', dark, 'Night shift')).toEqual(['Night shift', 'Switch to dark theme']);
    expect(found('ight', dark)).toEqual([]);
  });

  it('ignore case, accents and repeated spaces', () => {
    expect(found('CAFE  rené', 'Café René')).toEqual(['Café René']);
  });
});
