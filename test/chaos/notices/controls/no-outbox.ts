// The product without an outbox: a process keeps events in its memory until it next looks, and their causes commit alone.
import type { Database } from '../../../../dist/server/database/database.js';
import type { noteEvents, NoticeEvent } from '../../../../dist/server/notices/events/outbox.js';
import { methodsOf } from '../../hooks/product.ts';
import { replace } from '../../hooks/replace.ts';

const kept: NoticeEvent[] = [];

export function keep(events: readonly NoticeEvent[]): void {
  kept.push(...events);
}

const NOTE = 'export async function noteEvents(tx, events) {';
replace(
  '/notices/events/outbox.js',
  NOTE,
  `${NOTE} (await import('${import.meta.url}')).keep(events); }
  export async function storeLate(tx, events) {`,
);

interface Gatherer {
  database: Database;
  gather(): Promise<void>;
}

const gatherer = await methodsOf<Gatherer>('notices/events/notice-gatherer', 'NoticeGatherer');
const { gather } = gatherer;
gatherer.gather = async function () {
  const { storeLate } = (await import(`${process.env.CHAOS_SERVER}/notices/events/outbox.js`)) as {
    storeLate: typeof noteEvents;
  };
  const events = kept.splice(0);
  await this.database.transaction((tx) => storeLate(tx, events));
  await gather.call(this);
};
