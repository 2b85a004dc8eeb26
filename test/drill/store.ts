import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/runner/postgres.mjs';
import type { Drill } from './drill.ts';

export type Kind = 'pglite' | 'postgres';

/** A place for a database, empty at first. */
export interface Store {
  kind: Kind;
  /** What names it in a server's configuration. */
  env: Record<string, string>;
  /** Deletes it with everything that is in it. */
  wipe(): Promise<void>;
}

/** Gives new stores of both kinds. The Postgres server is started at the first that needs it. */
export class Stores {
  private readonly drill: Drill;
  private server: Promise<string> | undefined;

  constructor(drill: Drill) {
    this.drill = drill;
  }

  async open(kind: Kind): Promise<Store> {
    const name = `drill_${randomBytes(6).toString('hex')}`;
    if (kind === 'pglite') {
      const dataDir = join(this.drill.folder, name);
      return {
        kind,
        env: { DATA_DIR: dataDir },
        wipe: () => Promise.resolve(rmSync(dataDir, { recursive: true, force: true })),
      };
    }
    this.server ??= this.startServer();
    const url = await this.server;
    await onServer(url, `create database ${name}`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    return {
      kind,
      env: { DATABASE_URL: own.href },
      wipe: () => onServer(url, `drop database if exists ${name} with (force)`),
    };
  }

  private async startServer(): Promise<string> {
    const { url, stop } = await startPostgres({ survivesCrashes: true });
    this.drill.ends.push(stop);
    return url;
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
