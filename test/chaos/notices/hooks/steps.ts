// Loaded into server processes before their program: strikes the process at a named step of a notice when the run
// asks for it. Nothing of it is in the product.
import type { DeliveryOutcome } from '../../../../dist/server/notices/sending/delivery-outcome.js';
import { after, methodsOf } from '../../hooks/product.ts';
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

type Method<Result> = (...given: unknown[]) => Promise<Result>;

const gatherer = await methodsOf<{ fold: Method<void> }>('notices/events/notice-gatherer', 'NoticeGatherer');
after(gatherer, 'fold', () => pass('after-gathering'));

const deliveries = await methodsOf<{ make: Method<number> }>(
  'notices/delivery/notice-deliveries',
  'NoticeDeliveries',
);
after(deliveries, 'make', async (made) => {
  if (made > 0) await pass('after-making');
});

const dispatcher = await methodsOf<{ claim: Method<unknown>; send: Method<DeliveryOutcome> }>(
  'notices/delivery/delivery-dispatcher',
  'DeliveryDispatcher',
);
after(dispatcher, 'claim', async (claimed) => {
  if (claimed) await pass('after-claim');
});
after(dispatcher, 'send', async ({ is }) => {
  if (is === 'delivered') await pass('after-accept');
});
