import type { ChangeValueDto } from '../../../dist/server/changes/change.dto.js';
import type { LocationDetailsDto } from '../../../dist/server/listings/location-details.dto.js';
import type { UpdateLocationDto } from '../../../dist/server/listings/location-change.dto.js';

export type Change = Omit<UpdateLocationDto, 'basedOn' | 'reason'>;
export type SavedField = keyof typeof MAKERS;

/** A whole number from 0 up to, but not including, a limit. */
export type Below = (limit: number) => number;

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const;
const CATEGORIES = ['gcid:courier_service', 'gcid:shipping_and_mailing_service', 'gcid:stationery_store'];

/** New values of fields that a person can save; Google accepts each of them. */
const MAKERS = {
  name: (below: Below, { name }: LocationDetailsDto): Change => ({
    name: `${name.split(' ').slice(0, 3).join(' ')} ${below(1000)}`,
  }),
  phoneNumber: (below: Below): Change => ({
    phoneNumber: `+44 1632 960${String(below(1000)).padStart(3, '0')}`,
  }),
  websiteUri: (below: Below): Change => ({ websiteUri: `https://www.example.com/here/${below(100_000)}` }),
  description: (below: Below): Change => ({
    description: `Café and counter. Ask for number ${below(100_000)}.`,
  }),
  categoryIds: (_: Below, { categories }: LocationDetailsDto): Change => {
    const [main = '', ...others] = categories.map(({ id }) => id);
    const [added = ''] = CATEGORIES.filter((id) => id !== main);
    return { categoryIds: others.length > 0 ? [main] : [main, added] };
  },
  regularHours: (below: Below): Change => ({ regularHours: { periods: week(below) } }),
  specialHours: (below: Below): Change => {
    const date = new Date(Date.now() + (30 + below(200)) * 86_400_000).toISOString().slice(0, 10);
    const open = {
      isClosed: false,
      openTime: '10:00',
      closeTime: below(2) ? '24:00' : '16:30',
      closeDate: date,
    };
    const closed = { isClosed: true, openTime: null, closeTime: null, closeDate: null };
    return { specialHours: { periods: [{ date, ...(below(2) ? open : closed) }] } };
  },
  moreHours: (below: Below, { moreHours }: LocationDetailsDto): Change => ({
    moreHours: moreHours.map(({ hoursTypeId }) => ({ hoursTypeId, periods: week(below) })),
  }),
  openStatus: (_: Below, { openStatus }: LocationDetailsDto): Change => ({
    openStatus: openStatus === 'OPEN' ? 'CLOSED_TEMPORARILY' : 'OPEN',
  }),
  openingDate: (below: Below): Change => ({
    openingDate: `${1960 + below(60)}-0${1 + below(9)}${below(2) ? `-1${below(10)}` : ''}`,
  }),
};

/** Fields that this location has, so that they can be given new values. */
export function savedFields({ moreHours }: LocationDetailsDto): SavedField[] {
  return (Object.keys(MAKERS) as SavedField[]).filter(
    (field) => field !== 'moreHours' || moreHours.length > 0,
  );
}

/** A new value of a field. */
export function newValue(field: SavedField, below: Below, location: LocationDetailsDto): Change {
  return MAKERS[field](below, location);
}

/** The value that a field has, as it can be saved again. */
export function presentValue(field: SavedField, location: LocationDetailsDto): Change {
  if (field === 'categoryIds') return { categoryIds: location.categories.map(({ id }) => id) };
  if (field === 'moreHours')
    return { moreHours: location.moreHours.map(({ hoursTypeId, periods }) => ({ hoursTypeId, periods })) };
  return { [field]: location[field] };
}

/** The same value as another form might give it. */
export function respelled(field: SavedField, location: LocationDetailsDto): Change {
  const { phoneNumber, description, regularHours } = location;
  switch (field) {
    case 'phoneNumber':
      return { phoneNumber: phoneNumber?.replace(/[ -]/g, '') ?? null };
    case 'description':
      return { description: description && `${description.normalize('NFD')} ` };
    case 'regularHours':
      return { regularHours: regularHours && { periods: [...regularHours.periods].reverse() } };
    default:
      return presentValue(field, location);
  }
}

/** A value that is saved as the log would show it. */
export function shownAs(field: SavedField, change: Change): ChangeValueDto {
  const none = { text: null, items: null, hours: null, specialHours: null, moreHours: null };
  switch (field) {
    case 'categoryIds':
      return { ...none, items: (change.categoryIds ?? []).map((id) => id.replace('gcid:', '')) };
    case 'regularHours':
      return { ...none, hours: change.regularHours?.periods ?? null };
    case 'specialHours':
      return { ...none, specialHours: change.specialHours?.periods ?? null };
    case 'moreHours':
      return { ...none, moreHours: (change.moreHours ?? []).map((hours) => ({ ...hours, name: '' })) };
    default:
      return { ...none, text: change[field] ?? null };
  }
}

function week(below: Below) {
  const [open, close] = [`0${6 + below(4)}:00`, below(4) ? `${16 + below(6)}:30` : '24:00'];
  return DAYS.slice(0, 3 + below(3)).map((day) => ({
    openDay: day,
    openTime: open,
    closeDay: day,
    closeTime: close,
  }));
}
