import { join } from 'node:path';
import { freePort } from '../support/program.ts';
import { load } from './load.ts';
import { startPinned } from './pinned-process.ts';
import { signUpPeople } from './request-path-people.ts';
import { SCENES } from './request-path-scenes.ts';
import type { Bench } from './row.ts';

/** The memory of everything that `npm start` runs (MB), after as much load as a row takes. */
export async function embeddedMemory({ folder, server, seconds, ends }: Bench): Promise<number> {
  const port = await freePort();
  const host = `localhost:${port}`;
  const product = await startPinned({
    name: 'embedded',
    file: join(server, 'embedded/start.js'),
    env: { PORT: String(port), DATA_DIR: join(folder, 'data'), THROTTLE: 'off', SAMPLE_DELAYS: 'off' },
    origin: `http://127.0.0.1:${port}`,
    folder,
  });
  ends.push(() => product.stop());
  const people = await signUpPeople(`http://127.0.0.1:${port}`, host, 20);
  for (const scene of [SCENES.session, SCENES.location])
    await load(`http://127.0.0.1:${port}`, scene(people), { seconds });
  const memory = product.memory();
  await product.stop();
  return memory;
}
