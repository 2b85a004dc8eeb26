CREATE TABLE "publishing_pauses" (
	"uid" text NOT NULL,
	"subject" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "publishing_pauses_uid_subject_pk" PRIMARY KEY("uid","subject")
);
--> statement-breakpoint
ALTER TABLE "publish_attempts" ALTER COLUMN "outcome" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "next_step_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "google_name" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "google_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "location_id" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "body_hash" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "doubt" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "google_name" text;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "publishing_pauses" ADD CONSTRAINT "publishing_pauses_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_next_step_at" ON "posts" USING btree ("next_step_at") WHERE "posts"."next_step_at" is not null;--> statement-breakpoint
CREATE INDEX "posts_held" ON "posts" USING btree ("uid") WHERE "posts"."detail" = 'connection_lost';--> statement-breakpoint
CREATE UNIQUE INDEX "posts_google_name" ON "posts" USING btree ("google_name");--> statement-breakpoint
CREATE INDEX "publish_attempts_google_name" ON "publish_attempts" USING btree ("google_name");--> statement-breakpoint
CREATE INDEX "publish_attempts_open" ON "publish_attempts" USING btree ("location_id") WHERE "publish_attempts"."outcome" is null or "publish_attempts"."outcome" = 'unconfirmed';--> statement-breakpoint
-- The one clock of the publisher: what is due, and for how long a claim holds, is decided by the database for all replicas.
CREATE FUNCTION "shingle_now"() RETURNS timestamp with time zone LANGUAGE sql STABLE AS 'select now()';--> statement-breakpoint
UPDATE "posts" SET "next_step_at" = "publish_at" WHERE "status" = 'SCHEDULED' AND NOT "seeded";--> statement-breakpoint
UPDATE "posts" SET "attempt" = coalesce((SELECT max("attempt") FROM "publish_attempts" WHERE "post_id" = "posts"."id"), 0);
