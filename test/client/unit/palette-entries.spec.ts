import { describe, expect, it } from '@jest/globals';
import { bestMatches } from '../../../client/dashboard/palette-entries.js';

const found = (typed: string, ...names: (string | { label: string; also: string })[]) =>
  bestMatches(
    names.map((name) => (typeof name === 'string' ? { label: name } : name)),
    typed,
  ).map(({ label }) => label);

describe('What the palette finds', () => {
  it('is everything while nothing is typed', () => {
    expect(found(' ', 'Accounts', 'Tasks')).toEqual(['Accounts', 'Tasks']);
  });

  it('puts names that begin so first, then words that do, then what is within', () => {
    expect(found('log', 'Catalogue', 'Change Log', 'Log out', 'Tasks')).toEqual([
      'Log out',
      'Change Log',
      'Catalogue',
    ]);
  });

  it('keeps the order among equals', () => {
    expect(found('co', 'Competitors', 'Content Calendar')).toEqual(['Competitors', 'Content Calendar']);
  });

  it('takes further words that begin so, each anywhere, after the names', () => {
    const dark = { label: 'Switch to dark theme', also: 'night mode' };
    expect(found('theme dark', dark)).toEqual(['Switch to dark theme']);
    expect(found('night', dark, 'Night shift')).toEqual(['Night shift', 'Switch to dark theme']);
    expect(found('ight', dark)).toEqual([]);
  });

  it('minds neither case nor accents nor doubled spaces', () => {
    expect(found('CAFE  rené', 'Café René')).toEqual(['Café René']);
  });
});
