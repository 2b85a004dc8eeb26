import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Express } from 'express';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { ServerAdapter } from '../../../dist/server/app.adapter.js';

const adapter = new ServerAdapter();
let server: Server;
beforeAll(async () => {
  adapter.initHttpServer();
  server = adapter.getHttpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('requests and answers are made with the prototypes that Express would give them', async () => {
  const app = adapter.getInstance<Express>();
  const seen: object[] = [];
  server.prependListener('request', (request, response) => {
    seen.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object);
  });
  app.get('/who', (request, response) => response.json({ host: request.hostname }));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/who`);
  expect(await answer.json()).toEqual({ host: '127.0.0.1' });
  expect(seen.length).toBe(2);
  expect(seen[0]).toBe(app.request);
  expect(seen[1]).toBe(app.response);
});
