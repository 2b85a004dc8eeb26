import { toSortedDay } from '../business-profile/translation/google-hours.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import {
  isSame,
  NOWHERE,
  type ProfileField,
  valueIn,
} from '../business-profile/translation/profile-fields.js';
import { frozen } from '../config/frozen.js';
import type { ChangeLineRow } from '../database/changes.schema.js';

/** A change of a field, with its values in Google's shape. */
type Change = Pick<ChangeLineRow, 'before' | 'after'>;

interface OneWay {
  /** Why such a change does not go back, for the person. */
  words: string;
  /** Whether a change is of that kind. Unless given, every change of the field is. */
  isSo?: (change: Change, google: GoogleLocation | undefined, today: string) => boolean;
}

/**
 * One-way changes, by field: an undo is not offered, because Google would refuse it, or it would not bring back all that the
 * change removed.
 */
export const ONE_WAY: Readonly<Partial<Record<ProfileField, OneWay>>> = frozen({
  address: {
    words: 'The address can only be changed in Google’s own editor, where Google may verify it again.',
  },
  categoryIds: {
    words:
      'When the primary category changed, Google may have removed services and attributes that an undo can’t restore.',
    isSo: ({ before, after }) => mainOf(before) !== mainOf(after),
  },
  openStatus: {
    words: 'Google doesn’t let this location reopen.',
    isSo: ({ before }, google) => before !== 'CLOSED_PERMANENTLY' && google?.openInfo?.canReopen === false,
  },
  specialHours: {
    words: 'These special hours are over, so there’s nothing to restore.',
    isSo: (change, _google, today) => !isSame('specialHours', ...pastDays(change, today), NOWHERE),
  },
  description: {
    words: 'Google doesn’t let lodging businesses change their description.',
    isSo: (_change, google) => LODGING.has(mainOf(google?.categories) ?? ''),
  },
});

/** Google's categories of places to stay, whose profile is kept in another API. */
const LODGING: ReadonlySet<string> = new Set(
  ['hotel', 'motel', 'hostel', 'guest_house', 'bed_and_breakfast', 'holiday_home', 'inn', 'resort_hotel'].map(
    (name) => `categories/gcid:${name}`,
  ),
);

const MAY_BE_ACCEPTED: readonly ChangeLineRow['state'][] = ['sending', 'unconfirmed', 'not_known'];

/**
 * Why a change cannot be undone, as a sentence, as far as that is known without asking Google; undefined: it can.
 * @param google the location as last read; undefined where it is not there any more
 * @param today the day in UTC, `YYYY-MM-DD`
 */
export function whyNoUndo(
  change: ChangeLineRow,
  google: GoogleLocation | undefined,
  today: string,
): string | undefined {
  if (change.field === 'presence')
    return change.backAt
      ? 'Google lists this location again, so there’s nothing to undo.'
      : 'This location can only be restored on Google.';
  const field = change.field as ProfileField;
  if (MAY_BE_ACCEPTED.includes(change.state))
    return 'We don’t know whether Google has this change, so it can’t be undone.';
  if (change.state !== 'public' && change.state !== 'in_review')
    return 'Google doesn’t have this change, so there’s nothing to undo.';
  if (change.undoneBy) return 'This change was undone.';
  if (change.areValuesDropped) return 'The former value was Google’s, so Shingle no longer has it.';
  if (change.view === 'public' && change.origin === 'here')
    return 'This kept your own value, so there’s nothing to undo.';
  if (!google) return 'This location is no longer in your accounts.';
  const oneWay = ONE_WAY[field];
  if (oneWay && (oneWay.isSo?.(change, google, today) ?? true)) return oneWay.words;
  return undefined;
}

function mainOf(categories: unknown): string | undefined {
  const { primaryCategory } = (categories ?? {}) as NonNullable<GoogleLocation['categories']>;
  return primaryCategory?.name;
}

/** The special days of both values that are over: an undo could not bring them back. */
function pastDays({ before, after }: Change, today: string): [unknown, unknown] {
  const over = (value: unknown) => {
    const { specialHourPeriods = [] } = (value ?? {}) as NonNullable<GoogleLocation['specialHours']>;
    const past = specialHourPeriods.filter(({ startDate }) => toSortedDay(startDate) < today);
    return valueIn({ specialHours: { specialHourPeriods: past } }, 'specialHours');
  };
  return [over(before), over(after)];
}
