import DataLoader from 'dataloader';
import { answer, api, type Schemas } from '../api/client';

/** How many locations one request can name. */
const MOST = 100;

/** Asks for the zones of all rows that are drawn at the same time in one request. Null: not one of the person's. */
export const zoneLoader = new DataLoader<string, Schemas['LocationZoneDto'] | null>(
  async (ids) => {
    const query = { locationIds: ids.join() };
    const { items } = await answer(api.GET('/api/time-zones', { params: { query } }), { quiet: true });
    return ids.map((id) => items.find(({ locationId }) => locationId === id) ?? null);
  },
  { cache: false, maxBatchSize: MOST },
);
