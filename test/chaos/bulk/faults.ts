import { RECORD_FAULTS } from '../changes/faults.ts';
import type { FaultRate } from '../google.ts';

/** Faults of Google while many locations change: as for single changes, and some readings take a moment. */
export const BULK_FAULTS: FaultRate[] = [...RECORD_FAULTS, ['locations.get', 'slow', 0.1, { ms: 800 }]];

/** Every reading takes so long that changes are between their claim and their intent at any moment. */
export const SLOW_READINGS: FaultRate[] = [['locations.get', 'slow', 1, { ms: 3_000 }]];
