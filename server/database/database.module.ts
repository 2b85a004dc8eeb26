import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { Database, type Orm } from './database.js';
import { migrate } from './migrate.js';

/**
 * Opens the configured database: Postgres by DATABASE_URL, else the embedded one in DATA_DIR.
 * @param prepare runs before all other queries; unless given, it brings the schema up to date
 * @throws DatabaseOpenError with a sentence for the operator, also one of `prepare`.
 */
export async function openDatabase(
  env: Env,
  prepare: (orm: Orm) => Promise<void> = migrate,
): Promise<Database> {
  // Load only the driver that is used.
  if (env.DATABASE_URL) return (await import('./postgres.js')).openPostgres(env.DATABASE_URL, prepare);
  return (await import('./pglite.js')).openPglite({ dataDir: env.DATA_DIR }, prepare);
}

/** Gives every module the opened database and closes it when the app stops. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  static forRoot(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: Database, useValue: database }],
      exports: [Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
