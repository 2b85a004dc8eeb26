CREATE TABLE "google_apis" (
	"api" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "google_apis_state" CHECK ("google_apis"."state" in ('enabled', 'not_enabled', 'no_quota'))
);
--> statement-breakpoint
ALTER TABLE "publishing_pauses" ADD COLUMN "detail" text DEFAULT 'waiting_for_quota' NOT NULL;