// Loaded into a server process before its program: only the server's own clock is ahead by what it is told. What checks the
// sessions goes by the machine's, as what issues them does; else none would be good for more than two weeks.
import { replace } from '../../hooks/replace.ts';

const state = globalThis as { aheadMs?: number };
state.aheadMs = Number(process.env.CHAOS_SKEW_MS ?? 0);
process.on('message', (message: { skewMs?: number }) => (state.aheadMs = message.skewMs ?? state.aheadMs));

replace('/config/clock.js', 'return new Date();', 'return new Date(Date.now() + globalThis.aheadMs);');
