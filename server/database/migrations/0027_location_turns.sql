CREATE TABLE "location_turns" (
	"location_id" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profile_saves" ADD COLUMN "watched_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "profile_saves" ADD COLUMN "seen_at" timestamp (3) with time zone;