import { LAST_ZONE, publishInstants, type DraftField, type PublishTime } from './post-draft';

/** The same as the server's. */
const MAX_YEARS_AHEAD = 5;

export interface Fault {
  field: DraftField;
  message: string;
}

export interface RuleContext {
  now: Date;
  timeZone: string;
  /** Whether the time is that of each location. Then it is over when it has passed everywhere. */
  isLocal?: boolean;
}

/** A rule about the publish time alone. */
export interface TimeRule extends Fault {
  isBroken: (publishTime: PublishTime, context: RuleContext) => boolean;
}

export const TIME_RULES: TimeRule[] = [
  {
    field: 'publishDate',
    message: 'Please set a publish date and time',
    isBroken: ({ publishDate, publishTime }) => publishDate === '' || publishTime === '',
  },
  {
    field: 'publishDate',
    message: 'This time doesn’t exist on that day because the clocks go forward. Please set another time',
    isBroken: (draft, { timeZone, isLocal }) => !isLocal && publishInstants(draft, timeZone).all.length === 0,
  },
  {
    field: 'publishDate',
    message: 'Publish time must be in the future',
    isBroken: (draft, { now, timeZone, isLocal }) => publishesBy(draft, isLocal ? LAST_ZONE : timeZone, now),
  },
];

/** The last of them, which comes after what a post says. */
export const NEAR_ENOUGH: TimeRule = {
  field: 'publishDate',
  message: `Publish time must be within ${MAX_YEARS_AHEAD} years`,
  isBroken: (draft, { now, timeZone, isLocal }) =>
    !publishesBy(draft, isLocal ? LAST_ZONE : timeZone, yearsAfter(now, MAX_YEARS_AHEAD)),
};

/** The message of the first rule that a publish time breaks. */
export function publishTimeFault(publishTime: PublishTime, context: RuleContext): string | undefined {
  return [...TIME_RULES, NEAR_ENOUGH].find((rule) => rule.isBroken(publishTime, context))?.message;
}

function publishesBy(draft: PublishTime, timeZone: string, latest: Date): boolean {
  const { chosen } = publishInstants(draft, timeZone);
  return chosen !== undefined && chosen <= latest;
}

function yearsAfter(now: Date, years: number): Date {
  const later = new Date(now);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
