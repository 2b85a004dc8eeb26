import { frozen } from '../../../config/frozen.js';

/** General categories, each with the ends of the names of its special ones: `restaurant`, `italian_restaurant`. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = frozen({
  bar: ['bar'],
  church: ['church'],
  clinic: ['clinic'],
  consultant: ['consultant'],
  contractor: ['contractor'],
  hospital: ['hospital'],
  hotel: ['hotel'],
  lawyer: ['lawyer', 'attorney'],
  manufacturer: ['manufacturer'],
  museum: ['museum'],
  restaurant: ['restaurant'],
  school: ['school'],
  store: ['store', 'shop'],
  wholesaler: ['wholesaler'],
});

const GCID = /gcid:([a-z\d_]+)$/;

/** Whether a category is a special one of a general one. Both as `categories/gcid:bakery`. */
export function isSpecialOf(name: string, general: string): boolean {
  const [, own = ''] = GCID.exec(name) ?? [];
  const [, family = ''] = GCID.exec(general) ?? [];
  return (Object.hasOwn(FAMILIES, family) ? (FAMILIES[family] ?? []) : []).some((end) =>
    own.endsWith(`_${end}`),
  );
}

const ALWAYS_OPEN: ReadonlySet<string> = new Set([
  ...[
    'gas_station',
    'hospital',
    'emergency_room',
    'atm',
    'pharmacy',
    'gym',
    'fitness_center',
    'casino',
    'diner',
  ],
  ...[
    'convenience_store',
    'fast_food_restaurant',
    'towing_service',
    'locksmith',
    'parking_lot',
    'parking_garage',
  ],
  ...[
    'self_storage_facility',
    'laundromat',
    'police_station',
    'police_department',
    'fire_station',
    'airport',
  ],
  ...[
    'electric_vehicle_charging_station',
    'car_wash',
    'funeral_home',
    'taxi_service',
    'truck_stop',
    'rest_stop',
  ],
  ...[
    'park',
    'cemetery',
    'nursing_home',
    'hospice',
    'plumber',
    'security_service',
    'ambulance_service',
    'monument',
  ],
  ...[
    'train_station',
    'bus_station',
    'bail_bonds_service',
    'animal_hospital',
    'supermarket',
    'truck_rental_agency',
  ],
]);

/** Whether locations of a category are often open at all hours: `gcid:gas_station`. */
export function isOftenAlwaysOpen(id: string): boolean {
  const [, name = ''] = GCID.exec(id) ?? [];
  return ALWAYS_OPEN.has(name) || /(?:^|_)(?:24_hours?|emergency)(?:_|$)/.test(name);
}
