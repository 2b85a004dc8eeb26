// Loaded into server processes before their program: strikes the process at a named step of a notice when the run
// asks for it. Nothing of it is in the product.
import type { DeliveryOutcome } from '../../../../dist/server/notices/sending/delivery-outcome.js';
import { replace } from '../../hooks/replace.ts';
import { pass } from '../../hooks/strike.ts';

let isNoted = false;

/** An event is in the transaction of its cause, which has not committed. */
export async function noted(): Promise<void> {
  isNoted = true;
  await pass('after-note');
}

/** A transaction has committed. */
export async function committed<Result>(result: Result): Promise<Result> {
  if (isNoted) {
    isNoted = false;
    await pass('after-commit');
  }
  return result;
}

const here = `(await import('${import.meta.url}'))`;
const NOTE = 'export async function noteEvents(tx, events) {';
replace(
  '/notices/events/outbox.js',
  NOTE,
  `${NOTE}
    await storeEvents(tx, events);
    if (events.length > 0) await ${here}.noted();
  }
  async function storeEvents(tx, events) {`,
);
for (const [adapter, transaction] of [
  ['pglite', 'return this.orm.transaction(work, config);'],
  ['postgres', 'return await drizzle(client).transaction(work, config);'],
] as const) {
  const result = transaction.slice('return '.length, -1);
  replace(
    `/database/${adapter}.js`,
    transaction,
    `return ${result}.then(async (done) => ${here}.committed(done));`,
  );
}

interface Prototype<Methods> {
  prototype: Methods;
}
type Method<Result> = (...given: unknown[]) => Promise<Result>;

const server = `${process.env.CHAOS_SERVER}/notices`;
const { NoticeGatherer: gatherer } = (await import(`${server}/events/notice-gatherer.js`)) as {
  NoticeGatherer: Prototype<{ fold: Method<void> }>;
};
const { NoticeDeliveries: deliveries } = (await import(`${server}/delivery/notice-deliveries.js`)) as {
  NoticeDeliveries: Prototype<{ make: Method<number> }>;
};
const { DeliveryDispatcher: dispatcher } = (await import(`${server}/delivery/delivery-dispatcher.js`)) as {
  DeliveryDispatcher: Prototype<{ claim: Method<unknown>; send: Method<DeliveryOutcome> }>;
};

const { fold } = gatherer.prototype;
gatherer.prototype.fold = async function (...given) {
  await fold.apply(this, given);
  await pass('after-gathering');
};

const { make } = deliveries.prototype;
deliveries.prototype.make = async function (...given) {
  const made = await make.apply(this, given);
  if (made > 0) await pass('after-making');
  return made;
};

const { claim, send } = dispatcher.prototype;
dispatcher.prototype.claim = async function (...given) {
  const claimed = await claim.apply(this, given);
  if (claimed) await pass('after-claim');
  return claimed;
};
dispatcher.prototype.send = async function (...given) {
  const outcome = await send.apply(this, given);
  if (outcome.is === 'delivered') await pass('after-accept');
  return outcome;
};
