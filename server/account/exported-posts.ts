import { asc, getTableColumns, inArray } from 'drizzle-orm';
import { frozen } from '../config/frozen.js';
import { posts, publishAttempts } from '../database/schema.js';
import { toAttempt, toPost } from '../posts/post-mapping.js';
import type { PostRow } from '../posts/posts.repository.js';
import { undosOf } from '../posts/undone-posts.js';
import type { ExportedPostDto } from './account.dto.js';
import type { ExportedList } from './exported-list.js';

/** All posts, oldest first, each with its attempts. */
export const POSTS: ExportedList<ExportedPostDto, PostRow> = frozen({
  from: posts,
  owner: posts.workspaceId,
  order: [posts.createdAt, posts.id],
  fields: { ...getTableColumns(posts) },
  toItems: async (rows, orm) => {
    const attempts = await orm
      .select()
      .from(publishAttempts)
      .where(
        inArray(
          publishAttempts.postId,
          rows.map(({ id }) => id),
        ),
      )
      .orderBy(asc(publishAttempts.attempt));
    const byPost = Map.groupBy(attempts, ({ postId }) => postId);
    const undos = await undosOf(orm, rows);
    return rows.map((row) => ({
      ...toPost(row, row.subject, undos.get(row.id)),
      source: row.source,
      googleAccount: row.subject,
      googleName: row.googleName,
      isCampaignException: row.isCampaignException,
      updatedAt: row.updatedAt,
      attempts: (byPost.get(row.id) ?? []).map(toAttempt),
    }));
  },
});
