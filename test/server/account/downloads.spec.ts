import { request } from 'node:http';
import { ExportedRows } from '../../../dist/server/account/exported-rows.js';
import { ChangesRepository } from '../../../dist/server/changes/changes.repository.js';
import { StatisticsScopes } from '../../../dist/server/statistics/statistics-scope.js';
import { PhotosRepository } from '../../../dist/server/photos/photos.repository.js';
import { ORIGIN } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { type ChangesSetting, startChanges } from '../../support/features/changes.ts';
import { untilSeen } from '../../support/until.ts';

const USUAL = 'Too many requests. Please wait a moment and try again.';

let setting: ChangesSetting;
beforeAll(async () => {
  setting = await startChanges();
});
afterEach(() => setting.reset());
afterAll(() => setting.close());

/** The next call of a method waits until it is let go. */
function hold(part: object, method: string) {
  const [begins, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const original = Reflect.get(part, method) as () => unknown;
  Object.assign(part, {
    [method]: async (...given: unknown[]) => {
      Reflect.deleteProperty(part, method);
      begins.resolve();
      await goesOn.promise;
      return Reflect.apply(original, part, given);
    },
  });
  return { begins: begins.promise, letGo: () => goesOn.resolve() };
}

describe('a file that is read from the database while it is sent', () => {
  it.each([
    [
      'the account',
      '/api/account/export',
      ExportedRows,
      'page',
      'Your data is being downloaded at the moment. Please wait until that is done.',
    ],
    ['photos', '/api/account/export/photos', PhotosRepository, 'list', USUAL],
    ['the change log', '/api/changes/export', ChangesRepository, 'list', USUAL],
    ['a ranking', '/api/statistics/locations?format=csv', StatisticsScopes, 'stateOf', USUAL],
  ] as const)('(%s) is sent once at a time to a person, and again after they left', async (...row) => {
    const [, path, part, method, message] = row;
    const { served, connected } = setting;
    const [idris, ottoline] = [await connected(PEOPLE.idris), await connected(PEOPLE.ottoline)];
    const { begins, letGo } = hold(served.app.get<object>(part), method);
    const [host, port] = served.address.split(':');
    const headers = { Host: new URL(ORIGIN).host, Cookie: idris.cookie };
    const leaving = request({ host, port, path, headers });
    leaving.on('error', () => undefined).end();
    await begins;
    const { body } = await idris.send('get', path).expect(429).expect('Retry-After', '60');
    expect(body).toMatchObject({ code: 'too_many_requests', message });
    await ottoline.send('get', path).expect(200);
    leaving.destroy();
    letGo();
    await untilSeen('another one', async () => (await idris.send('get', path)).status === 200);
    await idris.send('get', path).expect(200);
  });
});
