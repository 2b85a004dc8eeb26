// The product without a lasting id: each try of a message has a delivery id of its own.
import { randomUUID } from 'node:crypto';

interface ClaimedDelivery {
  delivery: { id: string };
  channel: object;
}

const { DeliveryDispatcher: dispatcher } = (await import(
  `${process.env.CHAOS_SERVER}/notices/delivery/delivery-dispatcher.js`
)) as { DeliveryDispatcher: { prototype: { send(claimed: ClaimedDelivery): Promise<unknown> } } };

const { send } = dispatcher.prototype;
dispatcher.prototype.send = function ({ delivery, channel }) {
  return send.call(this, { delivery: { ...delivery, id: randomUUID() }, channel });
};
