import { describe, expect, it } from '@jest/globals';
import { ADVICE_RULES } from '../../../../dist/server/advice/rules/advice-rules.js';
import { siblingsOf } from '../../../../dist/server/advice/rules/siblings.js';
import { factsOf, healthy, othersLike } from '../../../support/advice/facts.js';

const located = (google = healthy()) => ({ id: 'l1', accountId: 'a', google });

describe('what locations have in common', () => {
  it('is read once', () => {
    let reads = 0;
    const rows = function* () {
      for (const [index, google] of othersLike(5).entries()) {
        reads += 1;
        yield { id: `o${index}`, accountId: 'a', google };
      }
    };
    expect(siblingsOf(rows()).size).toBe(5);
    expect(reads).toBe(5);
  });

  it('leaves the location out that is asked about, also after it has changed', () => {
    const before = healthy({ title: 'MANGOS' });
    const siblings = siblingsOf([located(before)]);
    expect(siblings.sharesCapitals(located(before), 'MANGOS')).toBe(false);
    expect(siblings.sharesCapitals(located(healthy()), 'MANGOS')).toBe(false);
    expect(siblings.othersWithWebsite(located())).toEqual({ others: 0, count: 0 });
    expect(siblings.phoneElsewhere(located())).toEqual({ addresses: 0, ids: [] });
  });

  it('is not shared between accounts', () => {
    const rows = othersLike(6).map((google, index) => ({ id: `o${index}`, accountId: 'b', google }));
    const siblings = siblingsOf([located(), ...rows]);
    expect(siblings.brandOf(located())).toBeUndefined();
    expect(siblings.brandOf({ ...located(), accountId: 'b' })).toEqual(['okonjo', 'ceramics']);
  });

  it('names the first of many, and counts all', () => {
    const phoneNumbers = { primaryPhone: '+44 20 7946 0201' };
    const rows = othersLike(500, (index) => ({
      phoneNumbers,
      storefrontAddress: { ...healthy().storefrontAddress, addressLines: [`${index} Stonegate`] },
    })).map((google, index) => ({ id: `o${index}`, accountId: 'a', google }));
    const others = siblingsOf([located(), ...rows]).phoneElsewhere(located());
    expect(others?.addresses).toBe(500);
    expect(others?.ids).toHaveLength(20);
  });

  it('finds the brand without the towns, and without words for a trade', () => {
    const titles = ['Café Luna', 'Café Sol', 'Café Mar', 'Café Rio', 'Café Alba'];
    const others = titles.map((title) => healthy({ title }));
    expect(
      factsOf(healthy({ title: 'Café Nube' }), { others }).siblings.brandOf(
        located(healthy({ title: 'Café Nube' })),
      ),
    ).toBeUndefined();
  });
});

describe('all rules', () => {
  it('judge a payload that has nothing but its name', () => {
    const verdicts = ADVICE_RULES.map((rule) => rule.judge(factsOf({ name: 'locations/1' })));
    expect(verdicts.filter((verdict) => verdict === undefined)).toEqual([]);
  });

  it('judge texts of the length that Google takes without hanging', () => {
    const long = `${'a-'.repeat(2_000)}${'1 '.repeat(2_000)}${'<a '.repeat(1_000)}`;
    const google = healthy({
      title: long,
      profile: { description: long },
      websiteUri: `https://x.example/${'a.'.repeat(900)}`,
    });
    google.storefrontAddress = { ...google.storefrontAddress, addressLines: [long] };
    expect(ADVICE_RULES.map((rule) => typeof rule.judge(factsOf(google)))).toHaveLength(ADVICE_RULES.length);
  });
});
