import { frozen } from '../../config/frozen.js';
import { type AdviceRule, type Cure, evidenceAt, inLocations, SEVERITIES, titled } from './rule.js';
import { siteKey } from './sibling-keys.js';
import { sortOfHost } from './words/hosts.js';

const WEBSITE = 'websiteUri';
const OPEN_FIELD: Cure = frozen({ kind: 'field', field: 'websiteUri' });
/** At so many addresses a page is no longer that of one location. */
const MIN_ADDRESSES = 3;
/** A group is a short text. */
const MAX_GROUP = 200;

export const websiteMissing = frozen({
  id: 'website-missing',
  severity: SEVERITIES.missing,
  field: 'websiteUri',
  source: 'local-ranking',
  title: 'Add a website',
  why: 'Most of your other locations have a website. Customers look there for what the profile does not say.',
  task: titled('Add a website'),
  judge(facts) {
    if (facts.google.websiteUri?.trim()) return 'met';
    const { others, count } = facts.siblings.othersWithWebsite(facts);
    if (count * 2 <= others) return 'not_applicable';
    const says = `is empty, and ${count} of the ${others} other locations have one`;
    return { evidence: [evidenceAt(facts.google, WEBSITE, says)], cure: OPEN_FIELD };
  },
} as const satisfies AdviceRule);

export const websiteElsewhere = frozen({
  id: 'website-elsewhere',
  severity: SEVERITIES.breaks,
  field: 'websiteUri',
  source: 'guidelines',
  title: 'Link to your own website',
  why: 'Google wants a page of the business itself, not one that leads elsewhere or belongs to a social network.',
  task: titled('Link to your own website'),
  judge({ google }) {
    const uri = google.websiteUri?.trim();
    if (!uri) return 'not_applicable';
    if (!URL.canParse(uri)) return 'unknown';
    const { hostname } = new URL(uri);
    const sort = sortOfHost(hostname);
    if (sort === undefined) return 'met';
    return { evidence: [evidenceAt(google, WEBSITE, `leads to ${hostname}, ${sort}`)], cure: OPEN_FIELD };
  },
} as const satisfies AdviceRule);

export const websiteShared = frozen({
  id: 'website-shared',
  severity: SEVERITIES.inconsistent,
  field: 'websiteUri',
  source: 'location-fields',
  title: 'Link to the page of this location',
  why: 'Google prefers the page of the one location to a page for all of them.',
  task: (count) => `Link ${inLocations(count)} to ${count === 1 ? 'its' : 'their'} own page`,
  judge(facts) {
    const { google, siblings } = facts;
    if (!google.websiteUri?.trim()) return 'not_applicable';
    const site = siteKey(google.websiteUri);
    if (site === undefined) return 'unknown';
    const others = siblings.websiteElsewhere(facts);
    if (others === undefined) return 'not_applicable';
    if (others.addresses + 1 < MIN_ADDRESSES) return 'met';
    const says = `is the same at ${others.addresses + 1} addresses`;
    return {
      evidence: [evidenceAt(google, WEBSITE, says)],
      cure: OPEN_FIELD,
      group: site.slice(0, MAX_GROUP),
      also: others.ids,
    };
  },
} as const satisfies AdviceRule);
