import { frozen } from '../frozen.js';

/** The kinds of businesses for which Google offers the same hours and attributes. */
export type BusinessKind = 'food' | 'lodging' | 'health' | 'retail' | 'service';

const KINDS: readonly [BusinessKind, RegExp][] = [
  [
    'food',
    /restaurant|bakery|(^|_)(cafe|bar|pub|brewpub|gastropub|brewery|deli|caterer|creperie)$|coffee|dessert|ice_cream|sandwich|juice|cake|pastry/,
  ],
  ['lodging', /hotel|motel|hostel|guest_house|bed_and_breakfast|holiday_home|campground/],
  ['health', /dent|clinic|hospital|orthodont|dermatolog|chiropract|therapist|optician|pharmacy|veterinar/],
  ['retail', /store|shop|florist|supermarket|dealer|garden_center|farm|library/],
];

/** The kind of business of a category's id, such as `bakery`. */
export function kindOf(category: string): BusinessKind {
  return KINDS.find(([, pattern]) => pattern.test(category))?.[0] ?? 'service';
}

export interface HoursType {
  hoursTypeId: string;
  displayName: string;
  localizedDisplayName: string;
}

const HOURS_TYPES: Readonly<Record<BusinessKind, readonly string[]>> = frozen({
  food: [
    'ACCESS',
    'BREAKFAST',
    'BRUNCH',
    'DELIVERY',
    'DINNER',
    'DRIVE_THROUGH',
    'HAPPY_HOUR',
    'KITCHEN',
    'LUNCH',
    'ONLINE_SERVICE_HOURS',
    'PICKUP',
    'SENIOR_HOURS',
    'TAKEOUT',
  ],
  lodging: ['ACCESS'],
  health: ['ACCESS', 'ONLINE_SERVICE_HOURS', 'SENIOR_HOURS'],
  retail: ['ACCESS', 'DELIVERY', 'ONLINE_SERVICE_HOURS', 'PICKUP', 'SENIOR_HOURS'],
  service: ['ACCESS', 'DRIVE_THROUGH', 'ONLINE_SERVICE_HOURS', 'PICKUP'],
});

/** The types of more hours that businesses with these categories may have. */
export function hoursTypesOf(categories: readonly string[]): HoursType[] {
  const ids = new Set(categories.flatMap((category) => HOURS_TYPES[kindOf(category)]));
  return [...ids].sort().map((hoursTypeId) => {
    const words = hoursTypeId
      .replace(/_HOURS$/, '')
      .replaceAll('_', ' ')
      .toLowerCase();
    const displayName = `${words[0]?.toUpperCase()}${words.slice(1)}`;
    return { hoursTypeId, displayName, localizedDisplayName: displayName };
  });
}

export interface ServiceType {
  serviceTypeId: string;
  displayName: string;
}

/** The services that Google suggests for some categories; a category that is not here has none. */
const SERVICES: Readonly<Record<string, readonly string[]>> = frozen({
  auto_repair_shop: ['Brake service', 'Oil change', 'Tyre fitting'],
  bakery: ['Birthday cakes', 'Bread subscription', 'Wedding cakes'],
  bicycle_rental_service: ['Day rental', 'Guided tour'],
  bicycle_repair_shop: ['Brake adjustment', 'Full service', 'Puncture repair', 'Wheel truing'],
  bicycle_store: ['Bike fitting', 'Part exchange'],
  book_store: ['Book ordering', 'Gift wrapping'],
  cafe: ['Afternoon tea', 'Private hire'],
  courier_service: ['International delivery', 'Next-day delivery', 'Same-day delivery'],
  dentist: ['Check-up', 'Fillings', 'Teeth cleaning'],
  electrician: ['Fault finding', 'Rewiring', 'Safety inspection'],
  florist: ['Bouquet delivery', 'Funeral flowers', 'Wedding flowers'],
  gift_shop: ['Engraving', 'Gift wrapping'],
  hair_salon: ['Colouring', 'Haircut', 'Styling'],
  hardware_store: ['Key cutting', 'Paint mixing', 'Tool hire'],
  piano_tuning_service: ['Piano repair', 'Piano tuning', 'Voicing'],
  pizza_restaurant: ['Catering', 'Party bookings'],
  plumber: ['Boiler service', 'Drain cleaning', 'Leak repair'],
  pottery_classes: ['Children’s class', 'Wheel throwing'],
  pottery_store: ['Commissions', 'Firing service'],
  self_storage_facility: ['Boat storage', 'Climate-controlled storage', 'Vehicle storage'],
  shipping_and_mailing_service: ['Mailbox rental', 'Packing', 'Printing'],
  stationery_store: ['Binding', 'Photocopying'],
});

/** The services that Google knows for these categories. */
export function serviceTypesOf(categories: readonly string[]): ServiceType[] {
  const names = new Set(
    categories.flatMap((key) => (Object.hasOwn(SERVICES, key) ? (SERVICES[key] ?? []) : [])),
  );
  return [...names].map((displayName) => ({
    serviceTypeId: `job_type_id:${displayName.toLowerCase().replace(/[^a-z]+/g, '_')}`,
    displayName,
  }));
}
