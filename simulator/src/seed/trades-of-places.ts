import { frozen } from '../frozen.js';
import { numberFor } from '../random.js';
import { type Trade, TRADES } from './trades.js';

/** How a location does. */
export interface Business {
  trade: Trade;
  /** How large it is beside others of its trade. */
  size: number;
  /** What became of its calls in the ten weeks before its world began; none: they went as usual. */
  calls?: 'lost' | 'gained';
}

type Row = readonly [trade: keyof typeof TRADES, size: number, calls?: Business['calls']];

/** By the location's id in the shared world. */
const ROWS: Readonly<Record<string, Row>> = frozen<Record<string, Row>>({
  '4200000000000000101': ['workshop', 1.3],
  '4200000000000000102': ['workshop', 0.7],
  // Google sends its website's visitors elsewhere, and fewer people ring.
  '4200000000000000103': ['bakery', 1.4, 'lost'],
  '4200000000000000104': ['bakery', 1],
  '4200000000000000105': ['bakery', 0.8],
  '4200000000000000106': ['bar', 1.2, 'gained'],
  '4200000000000000107': ['office', 1.1],
  '4200000000000000108': ['rooms', 0.8],
  '4200000000000000201': ['workshop', 1.6, 'lost'],
  '4200000000000000202': ['workshop', 1.2, 'gained'],
  '4200000000000000203': ['gifts', 0.6],
  '4200000000000000204': ['gifts', 0.9],
  '4200000000000000205': ['gifts', 0.5],
  '4200000000000000301': ['chandler', 1.3],
  '4200000000000000302': ['chandler', 0.4],
  '4200000000000000303': ['gifts', 1.2, 'gained'],
  '4200000000000000304': ['gifts', 0.3],
  '4200000000000000305': ['office', 1],
  '4200000000000000306': ['workshop', 1],
  // Its number is shown with two digits swapped.
  '4200000000000000307': ['tearoom', 1.3, 'lost'],
  '4200000000000000308': ['rooms', 0.6],
});

/** The ids of travel desks; all others without a row are parcel shops. */
const TRAVEL_DESK = /^44\d{8}$/;
/** Of so many shops of a chain one has lost calls, and one has gained some. */
const EACH_OF_CHAIN = 11;

/** How a location does, by its id in the shared world. */
export function businessOf(sharedId: string): Business {
  const [trade, size, calls] = ROWS[sharedId] ?? ofChain(sharedId);
  return { trade: TRADES[trade], size, ...(calls && { calls }) };
}

function ofChain(sharedId: string): Row {
  const share = Math.floor(numberFor(`calls ${sharedId}`) * EACH_OF_CHAIN);
  const calls = (['lost', 'gained'] as const)[share];
  return [
    TRAVEL_DESK.test(sharedId) ? 'travel' : 'parcels',
    0.6 + 0.9 * numberFor(`size ${sharedId}`),
    calls,
  ];
}
