import { frozen } from '../../frozen.js';
import { MARKET_HILL_BAKERY, NIGHT_OVEN, OLD_WHARF_BAKERY, STATION_BAKERY } from './bakeries.js';
import { CHANDLERS, KIOSK } from './chandlers.js';
import { ESTATES, HARBOUR_GUEST_HOUSE, READING_ROOM } from './estates-and-cottages.js';
import { FRAMING } from './framing.js';
import { CYCLES, FLORIST, MUSEUM, REPAIRS } from './hollowford.js';
import { CERAMICS, HALCYON_GUEST_HOUSE, HALCYON_STORAGE, PIANO_TUNING } from './okonjo-and-halcyon.js';
import { PARCEL_SHOPS } from './parcel-shops.js';
import type { ReviewSeed } from './review-seed.js';
import { SAIL_LOFT } from './sail-loft.js';
import { TEA_GARDEN } from './tea-garden.js';
import { TRAVEL_DESKS } from './travel-desks.js';

/** The reviews of the locations that have their own, by the location's id in the shared world. */
export const REVIEWS_OF: Readonly<Record<string, readonly ReviewSeed[]>> = frozen({
  '4200000000000000101': CERAMICS,
  '4200000000000000102': PIANO_TUNING,
  '4200000000000000103': MARKET_HILL_BAKERY,
  '4200000000000000104': OLD_WHARF_BAKERY,
  '4200000000000000105': STATION_BAKERY,
  '4200000000000000106': NIGHT_OVEN,
  '4200000000000000107': HALCYON_STORAGE,
  '4200000000000000108': HALCYON_GUEST_HOUSE,
  '4200000000000000201': CYCLES,
  '4200000000000000202': REPAIRS,
  '4200000000000000203': MUSEUM,
  // Riverside Books has none yet.
  '4200000000000000204': [],
  '4200000000000000205': FLORIST,
  '4200000000000000301': CHANDLERS,
  '4200000000000000302': KIOSK,
  '4200000000000000303': SAIL_LOFT,
  '4200000000000000304': READING_ROOM,
  '4200000000000000305': ESTATES,
  '4200000000000000306': FRAMING,
  '4200000000000000307': TEA_GARDEN,
  '4200000000000000308': HARBOUR_GUEST_HOUSE,
});

/** What the many locations of a chain share. */
export const CHAIN_REVIEWS = frozen({ parcelShops: PARCEL_SHOPS, travelDesks: TRAVEL_DESKS });
