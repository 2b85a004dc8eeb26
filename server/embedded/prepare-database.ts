import '../config/quick-resolution.js';
import { openPglite } from '../database/pglite.js';
import { markPreparedDatabase, PREPARED_FOLDER } from '../database/prepared-database.js';

/*
 * Makes the database that new data folders begin with: a part of the build, run by prepare.mjs. It has tables and no
 * rows, so that it holds nothing that each installation must have for itself.
 */
const database = await openPglite({ dataDir: PREPARED_FOLDER });
await database.close();
markPreparedDatabase();
