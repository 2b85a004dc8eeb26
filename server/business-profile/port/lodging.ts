const NAMES = [
  'hotel',
  'motel',
  'inn',
  'hostel',
  'youth_hostel',
  'bed_and_breakfast',
  'guest_house',
  'lodging',
];
const MORE_NAMES = ['resort_hotel', 'extended_stay_hotel', 'capsule_hotel', 'wellness_hotel'];

/** Google's categories of places to stay, for which it has rules of their own. */
const LODGING: ReadonlySet<string> = new Set([...NAMES, ...MORE_NAMES].map((name) => `gcid:${name}`));

/** @param categoryId such as `gcid:hotel` */
export function isLodging(categoryId: string | undefined): boolean {
  return categoryId !== undefined && LODGING.has(categoryId);
}
