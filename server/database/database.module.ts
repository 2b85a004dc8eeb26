import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { Database, type Orm } from './database.js';
import { migrate } from './migrate.js';

/**
 * Opens the store that the configuration names: Postgres by DATABASE_URL, else the embedded one in DATA_DIR.
 * @param prepare what is done before anybody uses it: without it, it is brought up to date
 * @throws DatabaseOpenError with a sentence for the operator, also what `prepare` throws of this kind.
 */
export async function openDatabase(
  env: Env,
  prepare: (orm: Orm) => Promise<void> = migrate,
): Promise<Database> {
  // Only what is used is loaded.
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
