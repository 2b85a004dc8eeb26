import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './schema.js';
import { instant, workspaces } from './workspaces.schema.js';

export const OAUTH_PURPOSES = Object.freeze(['sign-in', 'connect'] as const);
/**
 * `reconnect`: Google no longer accepts the grant. `no_quota`: Google has not approved the project. `held`: the
 * person who proved the address of the account has not decided yet whether to keep the earlier connection.
 */
export const CONNECTION_STATES = Object.freeze(['connected', 'reconnect', 'no_quota', 'held'] as const);

/** A visit to Google's consent page that has not ended: single use, 10 minutes (RFC 9700, 4.7.1). */
export const oauthTransactions = pgTable(
  'oauth_transactions',
  {
    /** SHA-256 (hex) of the random part of `state`. */
    id: text().primaryKey(),
    purpose: text().$type<(typeof OAUTH_PURPOSES)[number]>().notNull(),
    /** The PKCE verifier; it never leaves the server. */
    verifier: text().notNull(),
    /** SHA-256 (hex) of what binds it to one browser: the binding cookie for signing in, the session for connecting. */
    binding: text().notNull(),
    /** The user who connects; null for a sign-in. */
    uid: text().references(() => users.uid, { onDelete: 'cascade' }),
    /** The workspace that is connected; null for a sign-in. */
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The popup's id of its attempt; null when connecting. */
    attempt: text(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('oauth_transactions_ends_at').on(table.endsAt),
    check('oauth_transactions_purpose', sql`${table.purpose} in ('sign-in', 'connect')`),
  ],
);

/** The Google grant of a workspace: one Google account each. */
export const googleConnections = pgTable(
  'google_connections',
  {
    workspaceId: text('workspace_id')
      .primaryKey()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Part of what the ciphertext is bound to; a new one with each connection. */
    id: uuid().notNull(),
    /** Google's stable key of the Google account (`sub`). */
    subject: text().notNull(),
    email: text().notNull(),
    /** Whether the account is one of the simulated Google: the real one knows nothing of its grant. */
    practice: boolean().notNull().default(false),
    scopes: text().array().notNull(),
    /** AES-256-GCM: nonce, ciphertext and tag in base64. */
    refreshToken: text('refresh_token').notNull(),
    /** The name of the key in TOKEN_KEYS that encrypted it. */
    keyName: text('key_name').notNull(),
    state: text().$type<(typeof CONNECTION_STATES)[number]>().notNull(),
    connectedAt: instant('connected_at').notNull(),
    /** When a time-limited grant ends, as Google said when it was given; null: without an end. */
    grantEndsAt: instant('grant_ends_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('google_connections_key_name').on(table.keyName),
    check('google_connections_state', sql`${table.state} in ('connected', 'reconnect', 'no_quota', 'held')`),
  ],
);

/** Google's APIs for Business Profiles. Each is enabled by itself in the Cloud project, and has its own address and quota. */
export const GOOGLE_APIS = Object.freeze([
  'accounts',
  'information',
  'verifications',
  'performance',
  'v4',
] as const);
export type GoogleApiName = (typeof GOOGLE_APIS)[number];

/** `not_enabled`: the API is off in the Cloud project. `no_quota`: it is on, with a quota of no calls at all. */
export const GOOGLE_API_STATES = Object.freeze(['enabled', 'not_enabled', 'no_quota'] as const);
export type GoogleApiState = (typeof GOOGLE_API_STATES)[number];

/**
 * What Google lets the Cloud project of this server do. All calls are made with the server's one OAuth client, so that it
 * is the same for everybody.
 */
export const googleApis = pgTable(
  'google_apis',
  {
    api: text().$type<GoogleApiName>().primaryKey(),
    state: text().$type<GoogleApiState>().notNull(),
    /** Since when it has this state. */
    since: instant('since').notNull(),
    /** When it was last asked, as far as that was written down: not at every call that works. */
    askedAt: instant('asked_at').notNull(),
    /** How many calls in a row were answered that the API is not enabled, or has no quota. */
    refusals: integer().notNull().default(0),
  },
  (table) => [check('google_apis_state', sql`${table.state} in ('enabled', 'not_enabled', 'no_quota')`)],
);

/** Token buckets, shared by all replicas: the tokens that are left, and the time of that count. */
export const rateBuckets = pgTable('rate_buckets', {
  id: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** How many changes of locations were sent to Google in an hour, by all replicas for everybody. */
export const googleUpdateHours = pgTable('google_update_hours', {
  hour: instant('hour').primaryKey(),
  count: integer().notNull(),
});

/** Secrets that the servers of this database create for themselves, one for each purpose. */
export const serverKeys = pgTable('server_keys', {
  purpose: text().primaryKey(),
  /** 32 random bytes in base64. */
  key: text().notNull(),
  createdAt: instant('created_at').notNull(),
});
