import { Registry } from 'prom-client';

/** Every figure that is told at the metrics address; one registry for each app, none for the process. */
export class MetricsRegistry extends Registry {}
