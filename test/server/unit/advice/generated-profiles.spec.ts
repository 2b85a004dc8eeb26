import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { ADVICE_RULES } from '../../../../dist/server/advice/rules/advice-rules.js';
import type { Facts, Fault } from '../../../../dist/server/advice/rules/rule.js';
import { siblingsOf } from '../../../../dist/server/advice/rules/siblings.js';
import { resolved } from '../../../support/advice/facts.js';
import type { Profile } from '../../../support/advice/profile-case.js';
import { createProfiles, PROFILES } from '../../../support/advice/profiles.js';
import { RULE_IDS } from '../../../support/advice/rule-ids.js';

const SEEDS = [1, 2026];
const NAMES = ['name-extras', 'name-place', 'name-caps', 'name-differs'];

function faultsOf(id: string, facts: Facts): Fault[] {
  const verdict = ADVICE_RULES.find((rule) => rule.id === id)?.judge(facts);
  if (Array.isArray(verdict)) return verdict;
  return typeof verdict === 'object' ? [verdict] : [];
}

const described = (profiles: readonly Profile[]) =>
  profiles.map(({ id, google, what }) => `${id} “${google.title ?? ''}”: ${what.join(', ')}`);

describe.each(SEEDS)('the %i. set of made-up profiles', (seed) => {
  const profiles = createProfiles(seed);
  const siblings = siblingsOf(profiles);
  const factsOf = (profile: Profile): Facts => ({ ...profile, siblings });

  it('is as large as it is meant to be, and has faults of every rule', () => {
    expect(profiles).toHaveLength(PROFILES);
    const rare = RULE_IDS.filter((id) => profiles.filter(({ labels }) => labels.includes(id)).length < 3);
    expect(rare).toEqual([]);
    expect(
      profiles.filter(({ labels, what }) => labels.length === 0 && what.length > 0).length,
    ).toBeGreaterThan(40);
  });

  it.each(RULE_IDS)('is judged by %s without one fault too many or too few', (id) => {
    const found = profiles.filter((profile) => faultsOf(id, factsOf(profile)).length > 0);
    const labelled = profiles.filter(({ labels }) => labels.includes(id));
    const right = found.filter(({ labels }) => labels.includes(id)).length;
    expect(described(found)).toEqual(described(labelled));
    expect({ precision: right / found.length, recall: right / labelled.length }).toEqual({
      precision: 1,
      recall: 1,
    });
  });

  it('is cured exactly where a name follows from the fault', () => {
    const wrong = profiles
      .filter(({ name }) => name !== undefined)
      .flatMap((profile) => {
        const rule = profile.labels.find((label) => NAMES.includes(label)) ?? '';
        const [{ cure } = { cure: undefined }] = faultsOf(rule, factsOf(profile));
        const value = cure?.kind === 'change' ? cure.value : undefined;
        return value === profile.name ? [] : [[profile.google.title, value, profile.name]];
      });
    expect(wrong).toEqual([]);
  });

  it('has everything that is said of it', () => {
    for (const profile of profiles)
      for (const id of RULE_IDS)
        for (const { evidence } of faultsOf(id, factsOf(profile)))
          for (const { path, value, says } of evidence) {
            expect([id, path, value]).toEqual([id, path, resolved(profile.google, path)]);
            expect(says).toMatch(/^(?:is|has|says|was|begins|ends|leads)\b/);
          }
  });
});

describe('what makes the profiles', () => {
  it('knows nothing of the rules', () => {
    for (const file of ['profiles', 'profile-case', 'profile-faults', 'profile-innocents']) {
      const text = readFileSync(`test/support/advice/${file}.ts`, 'utf8');
      const imports = [...text.matchAll(/^import (?!type)[^;]*from '([^']+)'/gm)].map(([, from]) => from);
      expect(imports.filter((from) => from?.includes('dist/'))).toEqual([]);
    }
  });
});
