CREATE TABLE "google_update_hours" (
	"hour" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profile_saves" ADD COLUMN "times_put_off" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "profile_saves" ADD COLUMN "put_off_since" timestamp (3) with time zone;