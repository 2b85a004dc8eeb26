import { failStart, readConfiguration } from './app.operator.js';
import { openDatabase } from './database/database.module.js';
import { findStuckPosts } from './publishing/stuck-posts.js';

/** Lists posts that do not get on, for the operator: `npm run posts:stuck`. The embedded database must not be in use. */
try {
  const database = await openDatabase(readConfiguration());
  const stuck = await findStuckPosts(database);
  await database.close();
  for (const post of stuck)
    process.stdout.write(
      `${post.id}  ${post.status}${post.detail === null ? '' : ` ${post.detail}`}  due ${post.publishAt.toISOString()}` +
        `  claims ${post.attempt}  next ${post.nextStepAt?.toISOString() ?? 'never'}  location ${post.locationId}\n`,
    );
  process.stdout.write(stuck.length === 0 ? 'No post is stuck.\n' : `${stuck.length} to look at.\n`);
  process.exit(stuck.length === 0 ? 0 : 2);
} catch (error) {
  failStart(error);
}
