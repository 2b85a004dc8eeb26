// Loaded into server processes before their program: webhooks reach the sinks of the run, which are on this machine, and
// each process sends webhooks and mail to ports of its own, so that the sinks know which one it was.
import type { WebhookNetwork } from '../../../../dist/server/notices/sending/webhook-network.js';
import type { WebhookSender } from '../../../../dist/server/notices/sending/webhook-sender.js';
import { methodsOf } from '../../hooks/product.ts';
import { SINK, WEBHOOK_WITHIN_MS } from '../times.ts';

const own = (name: string) => process.env[name]?.split(' ')[Number(process.env.CHAOS_NUMBER)] ?? '';
process.env.SMTP_URL = `smtp://${SINK}:${own('CHAOS_MAIL_PORTS')}`;

const sender = await methodsOf<WebhookSender>('notices/sending/webhook-sender', 'WebhookSender');
const reach: Partial<WebhookNetwork> = {
  port: Number(own('CHAOS_WEBHOOK_PORTS')),
  ca: process.env.CHAOS_CERTIFICATE,
  withinMs: WEBHOOK_WITHIN_MS,
  nameServers: [process.env.CHAOS_NAME_SERVER ?? ''],
  isAllowed: (address) => address === SINK,
};
const { send } = sender;
sender.send = function (...given) {
  Object.assign(this['network'], reach);
  return send.apply(this, given);
};
