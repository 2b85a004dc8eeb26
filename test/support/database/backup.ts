import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openBackup, restoreBackup } from '../../../dist/server/database/backup-restore.js';
import { tablesOf } from '../../../dist/server/database/backup-format.js';
import { writeBackup } from '../../../dist/server/database/backup-write.js';
import type { Database } from '../../../dist/server/database/database.js';
import { hashesOfMigrations } from '../../../dist/server/database/migrate.js';
import { holdRestoredCampaigns } from '../../../dist/server/campaigns/restored-campaigns.js';
import { endRestoredChanges } from '../../../dist/server/changes/restored-changes.js';
import { restRestoredLocks } from '../../../dist/server/locks/restored-locks.js';
import { holdRestoredReplies } from '../../../dist/server/reviews/replies/restored-replies.js';
import { doubtRestoredPosts, type RestoredPosts } from '../../../dist/server/publishing/restored-posts.js';

/** Restores as `npm run restore` does. */
export async function restore(database: Database, file: string): Promise<RestoredPosts> {
  const { afterwards } = await restoreBackup(database, await openBackup(file), async (tx, { madeAt }) => {
    await endRestoredChanges(tx);
    await restRestoredLocks(tx);
    await holdRestoredCampaigns(tx);
    await holdRestoredReplies(tx);
    return doubtRestoredPosts(tx, new Date(madeAt));
  });
  return afterwards;
}

/** Restores what the backup holds and nothing else. */
export async function restoreOnly(database: Database, file: string): Promise<void> {
  await restoreBackup(database, await openBackup(file), () => Promise.resolve());
}

/** The lines of a backup, each as it stands in the file. */
export function linesOf(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
}

/** A backup of these lines. */
export function writeLines(file: string, lines: string[]): void {
  writeFileSync(file, gzipSync(lines.map((line) => `${line}\n`).join('')));
}

/** Backs a database up as the version of the program did that knew only the first migrations. */
export async function backUpOlder(database: Database, migrations: number, file: string): Promise<void> {
  await writeBackup(database, file);
  const hash = hashesOfMigrations()[migrations - 1];
  const [header = '', ...rest] = linesOf(file);
  writeLines(file, [header.replace(/"hash":"[^"]*"/, `"hash":"${hash}"`), ...rest]);
}

/** The names of the tables that a backup holds, in its order. */
export function tablesIn(file: string): string[] {
  return linesOf(file).flatMap((line) =>
    line.startsWith('{"table"') ? (JSON.parse(line) as { table: string }).table : [],
  );
}

/** All rows of all tables of ours as Postgres writes them, sorted. */
export async function contentsOf(database: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const { name } of await tablesOf(database.orm)) {
    const { rows } = await database.executeSql(`select t::text as row from public.${name} t order by 1`);
    contents[name] = (rows as { row: string }[]).map(({ row }) => row);
  }
  return contents;
}
