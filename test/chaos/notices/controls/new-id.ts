// The product without a lasting id: each try of a message has a delivery id of its own.
import { randomUUID } from 'node:crypto';
import { methodsOf } from '../../hooks/product.ts';

interface ClaimedDelivery {
  delivery: { id: string };
  channel: object;
}

interface Dispatcher {
  send(claimed: ClaimedDelivery): Promise<unknown>;
}

const dispatcher = await methodsOf<Dispatcher>('notices/delivery/delivery-dispatcher', 'DeliveryDispatcher');
const { send } = dispatcher;
dispatcher.send = function ({ delivery, channel }) {
  return send.call(this, { delivery: { ...delivery, id: randomUUID() }, channel });
};
