import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GoogleOAuth } from '../../../dist/server/auth/google-oauth.js';
import type {
  GoogleOwner,
  Owner,
} from '../../../dist/server/business-profile/port/business-profile-provider.js';
import { ConnectionsRepository } from '../../../dist/server/business-profile/connection/connections.repository.js';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { StatisticsReadingsRepository } from '../../../dist/server/statistics/reading/statistics-readings.repository.js';
import { GoogleApi } from '../../../dist/server/business-profile/calls/google-api.js';
import { GoogleProvider } from '../../../dist/server/business-profile/google/google-provider.js';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { LocationReadModel } from '../../../dist/server/statistics/location-read-model.js';
import { STATISTICS_READING } from '../../../dist/server/statistics/statistics.module.js';
import { GOOGLE_PROVIDERS } from '../../../dist/server/business-profile/business-profile.module.js';
import { StatisticsReader } from '../../../dist/server/statistics/reading/statistics-reader.js';
import { MirrorImport } from '../../../dist/server/business-profile/mirror/mirror-import.js';
import { MirrorImportsRepository } from '../../../dist/server/business-profile/mirror/mirror-imports.repository.js';
import { MirrorWriter } from '../../../dist/server/business-profile/mirror/mirror-writer.js';
import { MirrorRepository } from '../../../dist/server/business-profile/mirror/mirror.repository.js';
import { Clock } from '../../../dist/server/config/clock.js';
import { Env } from '../../../dist/server/config/env.js';
import { Database } from '../../../dist/server/database/database.js';
import type { GoogleSimulator } from 'gbp-simulator';
import { DueWork } from '../../../dist/server/jobs/due-work.js';
import { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';
import { TokenCipher } from '../../../dist/server/security/token-cipher.js';
import { UsersRepository } from '../../../dist/server/users/users.repository.js';
import { UsersService } from '../../../dist/server/users/users.service.js';
import { TestClock } from '../clock.ts';
import { openApis } from './google-apis.ts';
import { setDatabaseTime } from '../database/database-time.ts';
import { openTestDatabase } from '../database/database.ts';
import { BUSINESS_SCOPE, GOOGLE_CLIENT, startSimulator } from './google-simulator.ts';
import { addSession, addUsers } from '../users.ts';

/** The Google adapter with everything behind it, on a real database, over HTTP with a Google simulator of its own. */
export interface GoogleAdapter {
  google: GoogleSimulator;
  database: Database;
  clock: TestClock;
  /** Can be set: pauses are as good as none, deadlines long enough for a busy machine. */
  timing: { -readonly [Name in keyof GoogleTimeouts]: GoogleTimeouts[Name] };
  api: GoogleApi;
  provider: GoogleProvider;
  statistics: LocationReadModel;
  connections: ConnectionsService;
  /** Makes a user who has connected that person's Google account, through the consent page. */
  connect(uid: string, email: string): Promise<Owner & GoogleOwner>;
  /** Reads all places of a connected user into the mirror. */
  readPlaces(owner: GoogleOwner): Promise<void>;
  /** Reads the statistics of a location now. */
  readStatistics(owner: GoogleOwner, locationId: string): Promise<void>;
  /** Lets all of Google's APIs be called again. */
  openApis(): Promise<void>;
  /** Moves both clocks on, so that quotas are full again; access tokens stay good for an hour. */
  passMinute(): Promise<void>;
  close(): Promise<void>;
}

export async function startGoogleAdapter(): Promise<GoogleAdapter> {
  Logger.overrideLogger(false);
  const google = await startSimulator();
  const { database, drop } = await openTestDatabase();
  const clock = new TestClock();
  const timing = Object.assign(new GoogleTimeouts(), { pauseMs: 1 });
  const env = Object.assign(new Env(), google.addresses, {
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    TOKEN_KEYS: `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`,
  });
  class AdapterModule {}
  const providers = [
    { provide: Env, useValue: env },
    { provide: Clock, useValue: clock },
    { provide: Database, useValue: database },
    IntervalTasks,
    DueWork,
    GoogleOAuth,
    TokenCipher,
    UsersRepository,
    UsersService,
    ConnectionsRepository,
    ConnectionsService,
    MirrorRepository,
    MirrorWriter,
    MirrorImportsRepository,
    MirrorImport,
    ...GOOGLE_PROVIDERS,
    ...STATISTICS_READING,
    { provide: GoogleTimeouts, useValue: timing },
  ];
  // Nest would end this thread without a word where a provider is missing.
  const options = { abortOnError: false };
  const app = await NestFactory.createApplicationContext({ module: AdapterModule, providers }, options);
  const connections = app.get(ConnectionsService);

  return {
    google,
    database,
    clock,
    timing,
    api: app.get(GoogleApi),
    provider: app.get(GoogleProvider),
    statistics: app.get(LocationReadModel),
    connections,
    async connect(uid, email) {
      await addUsers(database, uid);
      const { refresh_token: refreshToken } = google.world.issueTokens({ email });
      const subject = google.world.people().find((person) => person.email === email)!.sub;
      await connections.connect(
        { workspaceId: uid, actor: uid },
        { subject, email, scopes: [BUSINESS_SCOPE], refreshToken },
        await addSession(database, uid),
      );
      return { workspaceId: uid, source: 'google', subject };
    },
    async readPlaces(owner) {
      const imports = app.get(MirrorImportsRepository);
      await imports.begin(database.orm, owner, clock.now(), { isWhole: true });
      const key = (await imports.find(owner))!;
      const accountIds = await app.get(MirrorImport).read(key, new AbortController().signal);
      const end = { at: clock.now(), nextAt: clock.now() };
      await app.get(MirrorWriter).complete(key, accountIds, end);
    },
    async readStatistics(owner, locationId) {
      const readings = app.get(StatisticsReadingsRepository);
      await readings.add(owner, locationId, clock.now());
      const row = await readings.claimOne(owner, locationId);
      if (!row) throw new Error(`The statistics of ${locationId} are being read`);
      await app.get(StatisticsReader).readClaimed({ ...row, nextAt: clock.now() }, { priority: 'mirror' });
    },
    openApis: () => openApis(app),
    async passMinute() {
      clock.advance({ minutes: 1 });
      google.clock.advance(60_000);
      await setDatabaseTime(database, clock);
    },
    async close() {
      await app.close();
      await google.close();
      await database.close();
      await drop();
    },
  };
}
