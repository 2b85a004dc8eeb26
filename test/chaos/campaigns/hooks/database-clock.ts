// Loaded into a server process before its program: when the process is told that its clock is ahead, the clock of its
// database goes as far ahead, which all servers share.
import type { Database } from '../../../../dist/server/database/database.js';
import { replace } from '../../hooks/replace.ts';

let opened: Database | undefined;

export function keep(database: Database): void {
  opened = database;
}

replace(
  '/database/database.js',
  'export class Database {',
  `import { keep } from '${import.meta.url}';
  export class Database {
    constructor() { keep(this); }`,
);

process.on('message', ({ skewMs }: { skewMs?: number }) => {
  if (skewMs === undefined || process.env.CHAOS_NUMBER !== '0') return;
  void opened?.executeSql(
    `create or replace function shingle_now() returns timestamp with time zone
     as $$ select now() + interval '${Math.round(skewMs)} milliseconds' $$ language sql stable`,
  );
});
