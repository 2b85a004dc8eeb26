// The product without turns: several edits of a location read, compare and send at the same time.
import type { LocationTurns } from '../../../../dist/server/business-profile/changes/location-turns.js';

const { LocationTurns: turns } = (await import(
  `${process.env.CHAOS_SERVER}/business-profile/changes/location-turns.js`
)) as { LocationTurns: { prototype: LocationTurns } };

turns.prototype.take = (locationId) =>
  Promise.resolve({ locationId, holder: '00000000-0000-4000-8000-000000000000', isOpen: false });
turns.prototype.prolong = () => Promise.resolve();
turns.prototype.release = () => Promise.resolve();
