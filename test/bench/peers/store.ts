import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { posts, sampleEdits } from '../../../dist/server/database/schema.js';
import type { NewPostDto } from '../../../dist/server/posts/post.dto.js';

const { ANSWERS = '', DATABASE_URL } = process.env;
const answers = JSON.parse(readFileSync(ANSWERS, 'utf8')) as Record<string, { body: string }>;
const orm = drizzle(new pg.Pool({ connectionString: DATABASE_URL, max: 10 }));

/** What the product answers at a path, parsed: the peers answer the same. */
export function answerAt(path: string): object {
  return JSON.parse(answers[path]?.body ?? 'null') as object;
}

/** A user's changes of a sample location, by the product's query. */
export async function findEdits(uid: string, locationId: string): Promise<object | undefined> {
  const [row] = await orm
    .select({ changes: sampleEdits.changes })
    .from(sampleEdits)
    .where(and(eq(sampleEdits.workspaceId, uid), eq(sampleEdits.locationId, locationId)));
  return row?.changes;
}

/** Stores a post by the product's insert, and answers it. */
export async function insertPost(
  uid: string,
  { locationId, publishAt, postBody }: NewPostDto,
): Promise<object> {
  const now = new Date();
  const row = {
    id: randomUUID(),
    workspaceId: uid,
    source: 'sample',
    subject: null,
    seeded: false,
    accountId: 'sample-hearth-and-crumb',
    locationId,
    locationName: 'Hearth & Crumb, Market Square',
    timeZone: 'UTC',
    postType: postBody.topicType,
    body: postBody as typeof posts.$inferInsert.body,
    publishAt: new Date(publishAt),
    status: 'SCHEDULED',
    detail: null,
    version: 1,
    attempt: 0,
    leaseUntil: null,
    nextStepAt: new Date(publishAt),
    googleName: null,
    googleUrl: null,
    publishedAt: null,
    errorDetails: null,
    createdAt: now,
    updatedAt: now,
  } as const;
  await orm.insert(posts).values(row);
  const { workspaceId: _workspaceId, source: _source, subject: _subject, body, ...told } = row;
  return { ...told, summary: body.summary, postBody: body };
}
