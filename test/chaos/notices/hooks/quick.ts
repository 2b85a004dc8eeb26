// Loaded into server processes before their program: what takes the product minutes takes seconds, in about the same
// proportions, so that a run takes minutes; and no mail waits for the next day.
import { replace } from '../../hooks/replace.ts';
import { GATHERED_FOR_MS, GATHERING_MS, LEASE_S, MAIL_WITHIN_MS, RETRY_AFTER_S } from '../times.ts';

const KINDS = '/notices/events/notice-kinds.js';
replace(KINDS, 'GATHERED_FOR_MS = 10 * MINUTE_MS', `GATHERED_FOR_MS = ${GATHERED_FOR_MS}`);
replace(KINDS, 'GATHERING_MS = 20_000', `GATHERING_MS = ${GATHERING_MS}`);
const DISPATCHER = '/notices/delivery/delivery-dispatcher.js';
replace(DISPATCHER, 'LEASE_MS = 60_000', `LEASE_MS = ${LEASE_S * 1000}`);
replace(DISPATCHER, '10, 60, 300, 1_800, 7_200, 21_600, 86_400, 86_400', RETRY_AFTER_S.join(', '));
replace('/notices/sending/mail-transport.js', 'totalMs: 30_000', `totalMs: ${MAIL_WITHIN_MS}`);
replace('/notices/sending/mail-limit.js', 'MAILS_A_DAY = 50', 'MAILS_A_DAY = 1_000_000');
