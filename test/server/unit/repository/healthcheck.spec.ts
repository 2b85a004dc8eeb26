import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../../dist/server/cli.js', import.meta.url));

let status = 200;
let asked = '';
const server = createServer((request, response) => {
  asked = request.url ?? '';
  response.writeHead(status).end();
});
let port = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});
afterAll(() => void server.close());

/** The exit code of the image's HEALTHCHECK in an environment. */
async function healthcheck(env: Record<string, string>): Promise<unknown> {
  const [code] = await once(
    spawn(process.execPath, [PROGRAM, 'healthcheck'], { env, stdio: 'ignore' }),
    'close',
  );
  return code;
}

describe("the image's HEALTHCHECK", () => {
  it('succeeds when the server is ready, wherever it listens', async () => {
    status = 200;
    await expect(healthcheck({ HOST: '0.0.0.0', PORT: port })).resolves.toBe(0);
    await expect(healthcheck({ HOST: '127.0.0.1', PORT: port })).resolves.toBe(0);
    expect(asked).toBe('/api/health/ready');
  });

  it('fails when the server is not ready', async () => {
    status = 503;
    await expect(healthcheck({ PORT: port })).resolves.toBe(1);
  });

  it('fails when no server answers', async () => {
    await expect(healthcheck({ HOST: '127.0.0.1', PORT: '1' })).resolves.toBe(1);
  });
});
