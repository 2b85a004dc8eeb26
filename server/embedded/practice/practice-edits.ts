import type { FieldChanges } from 'gbp-simulator';
import { frozen } from '../../config/frozen.js';
import type { PracticeWorld } from './practice.dto.js';

/** An edit that Google makes to what the public sees of a location, on its own or as somebody suggested it. */
interface PracticeEdit {
  /** The name of the location. */
  location: string;
  by: 'google' | 'public';
  fields: FieldChanges;
}

type Day = NonNullable<NonNullable<FieldChanges['regularHours']>['periods']>[number]['openDay'];

const WEEKDAYS: readonly Day[] = Object.freeze(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']);

/** Hours that are the same on some days. */
function open(days: readonly Day[], openTime: [hours: number, minutes?: number], closeTime: typeof openTime) {
  const [from, to] = [openTime, closeTime].map(([hours, minutes = 0]) => ({
    hours: hours ?? 0,
    ...(minutes > 0 && { minutes }),
  }));
  return days.map((day) => ({ openDay: day, openTime: from ?? {}, closeDay: day, closeTime: to ?? {} }));
}

/** What is to be answered in a world that is opened for the first time. The seed of the shops has edits of its own. */
export const PRACTICE_EDITS: Readonly<Record<PracticeWorld, readonly PracticeEdit[]>> = frozen<
  Record<PracticeWorld, PracticeEdit[]>
>({
  agency: [
    // A customer came on a Saturday at ten past four.
    {
      location: 'Harbour Chandlers, North Quay',
      by: 'public',
      fields: {
        regularHours: {
          periods: [...open(WEEKDAYS, [8], [17, 30]), ...open(['SATURDAY'], [8], [16])],
        },
      },
    },
    // Two digits swapped.
    {
      location: 'Saltmere Tea Garden',
      by: 'public',
      fields: { phoneNumbers: { primaryPhone: '+44 1632 960470' } },
    },
    // The sails are old, the presents are not.
    {
      location: 'Saltmere Sail Loft',
      by: 'google',
      fields: { categories: { primaryCategory: { name: 'categories/gcid:antique_store' } } },
    },
    // One to be used: the owner never gave a website.
    {
      location: 'Lantern & Loom Framing',
      by: 'google',
      fields: { websiteUri: 'https://lantern-and-loom.example.com/' },
    },
  ],
  shops: [],
  large: [
    {
      location: 'Underhay Parcels North 2',
      by: 'public',
      fields: { regularHours: { periods: open(WEEKDAYS, [9], [17]) } },
    },
    {
      location: 'Underhay Parcels South 5',
      by: 'public',
      fields: { phoneNumbers: { primaryPhone: '+44 1632 960040' } },
    },
  ],
  abroad: [
    {
      location: 'Fairlead Travel Lisboa 1',
      by: 'public',
      fields: { regularHours: { periods: open(WEEKDAYS, [10], [19]) } },
    },
    {
      location: 'Fairlead Travel Berlin 1',
      by: 'google',
      fields: { websiteUri: 'https://fairlead-travel.example.com/berlin' },
    },
  ],
});
