import type { Schemas } from '../api/client';
import { countOf, figure } from '../lib/count-of';
import { statusWords } from '../ui/basics/labels';

/** A campaign as calendar and list show it. */
export type ListedCampaign = Schemas['ListedCampaignDto'];
/** A campaign with its plan and its content. */
export type Campaign = Schemas['CampaignDto'];
/** A location of a campaign, with its post. */
export type Target = Schemas['TargetDto'];
export type TargetState = Target['state'];
export type Progress = Schemas['CampaignProgressDto'];

/** Whether its posts are being made, changed or removed right now. */
export function isUnderWay({ state }: Pick<ListedCampaign, 'state'>): boolean {
  return state === 'scheduling' || state === 'undoing';
}

/** The parts of a progress after the number of published posts, in the order in which they are named. */
const PARTS: readonly (readonly [TargetState, words: string])[] = [
  ['failed', statusWords('FAILED')],
  ['unconfirmed', statusWords('UNCONFIRMED')],
  ['leftover', statusWords('LEFTOVER')],
  ['publishing', statusWords('QUEUED')],
  ['in_review', 'in review'],
  ['held', 'held'],
  ['paused', 'paused'],
];

/** The progress of a campaign in one line: '22 locations', '18 of 22 published, 1 failed', '20 of 22 undone, 2 may be on Google'. */
export function progressWords({
  state,
  posts,
  progress,
}: Pick<ListedCampaign, 'state' | 'posts' | 'progress'>): string {
  const all = countOf(posts, 'location');
  const others = PARTS.filter(([part]) => progress[part] > 0).map(
    ([part, words]) => `${figure(progress[part])} ${words}`,
  );
  if (state === 'draft') return `${all}, not confirmed yet`;
  const first =
    state === 'undoing' || state === 'undone'
      ? `${figure(progress.cancelled + progress.deleted)} of ${figure(posts)} undone`
      : progress.published > 0
        ? `${figure(progress.published)} of ${figure(posts)} published`
        : all;
  return [first, ...others].join(', ');
}

/** The progress of a campaign; undefined if it only says how many locations there are. */
export function progressNews(
  campaign: Pick<ListedCampaign, 'state' | 'posts' | 'progress'>,
): string | undefined {
  const words = progressWords(campaign);
  return words === countOf(campaign.posts, 'location') ? undefined : words;
}

/** Says how many posts a pause, a change or an undo no longer reaches; empty if there are none. */
export function unstoppable({ beingSent }: Pick<Campaign, 'beingSent'>): string {
  if (beingSent === 0) return '';
  return beingSent === 1
    ? '1 post is being sent and can’t be stopped.'
    : `${figure(beingSent)} posts are being sent and can’t be stopped.`;
}

/** The variables that a text can have, and what they are called. Other words in braces are text. */
export const VARIABLES = Object.freeze({
  name: 'name',
  city: 'city',
  street: 'street',
  storeCode: 'store code',
  website: 'website',
});

const IN_BRACES = new RegExp(`\\{(${Object.keys(VARIABLES).join('|')})\\}`, 'g');

type Values = Schemas['LocationVariablesDto'];

/** A text with the values of a location in place of its variables; with … where there is none. */
export function withValues(text: string, values?: Values): string {
  return text.replace(IN_BRACES, (_braces, variable: keyof Values) => values?.[variable] ?? '…');
}

/** What a text needs and a location has not: 'website'; undefined: nothing. */
export function missingIn(text: string, values: Values): string | undefined {
  const used = [...text.matchAll(IN_BRACES)].map(([, variable]) => variable as keyof Values);
  const missing = used.find((variable) => !values[variable]);
  return missing && VARIABLES[missing];
}

/** The parts of a text before, between and after its variables. */
export function partsBetweenVariables(text: string): string[] {
  // Every second one is the name of a variable.
  return text.split(IN_BRACES).filter((_, index) => index % 2 === 0);
}
