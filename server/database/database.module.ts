import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { Database } from './database.js';
import { openPglite } from './pglite.js';
import { openPostgres } from './postgres.js';

/** Opens the store that the configuration names: Postgres by DATABASE_URL, else the embedded one in DATA_DIR. */
export function openDatabase(env: Env): Promise<Database> {
  return env.DATABASE_URL ? openPostgres(env.DATABASE_URL) : openPglite({ dataDir: env.DATA_DIR });
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
