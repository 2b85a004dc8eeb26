// Loaded into server processes before their program: no statistics are read, which would take thousands of calls beside the
// changes of as many locations.
import type { StatisticsReadingsRepository } from '../../../../dist/server/statistics/reading/statistics-readings.repository.js';
import { methodsOf } from '../../hooks/product.ts';

const readings = await methodsOf<StatisticsReadingsRepository>(
  'statistics/reading/statistics-readings.repository',
  'StatisticsReadingsRepository',
);
readings.due = () => Promise.resolve([]);
