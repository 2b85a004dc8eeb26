// The simulator as a program of its own, for tests that need one that can be killed:
//   google-simulator-process.js [--port N] [--data FILE] --client-id ID --client-secret SECRET --redirect-uri URI ...
// When it serves it says so: to its parent by the channel, if there is one, and as a line of JSON on its output.
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startGoogleSimulator } from './google-simulator.js';
import type { GoogleAddresses } from './steering.js';

/** What this process tells its parent. */
export interface SimulatorMessage {
  type: 'ready';
  origin: string;
  addresses: GoogleAddresses;
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    'client-id': { type: 'string', default: '' },
    'client-secret': { type: 'string', default: '' },
    'redirect-uri': { type: 'string', multiple: true, default: [] },
  },
});

// Started by another program, it ends with it.
if (process.send) process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit());

try {
  const { origin, addresses } = await startGoogleSimulator({
    port: Number(values.port),
    dataFile: values.data,
    clients: [
      { id: values['client-id'], secret: values['client-secret'], redirectUris: values['redirect-uri'] },
    ],
  });
  const message: SimulatorMessage = { type: 'ready', origin, addresses };
  process.send?.(message);
  writeSync(1, `${JSON.stringify(message)}\n`);
} catch (error) {
  writeSync(2, `${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
