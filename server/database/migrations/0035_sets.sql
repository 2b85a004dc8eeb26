-- Sets of many locations are planned in slices, can be stopped and tried again, and have a page of their own.
ALTER TABLE "change_sets" DROP CONSTRAINT "change_sets_kind";--> statement-breakpoint
DROP INDEX "profile_changes_set";--> statement-breakpoint
DROP INDEX "profile_saves_set";--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "locations_total" integer;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "planned_to" text;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "undoes_set" uuid;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "next_step_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "change_sets_next_step_at" ON "change_sets" USING btree ("next_step_at") WHERE "change_sets"."next_step_at" is not null;--> statement-breakpoint
CREATE INDEX "change_sets_open" ON "change_sets" USING btree ("workspace_id") WHERE "change_sets"."locations_total" is not null and "change_sets"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "change_sets_undoes" ON "change_sets" USING btree ("undoes_set") WHERE "change_sets"."undoes_set" is not null;--> statement-breakpoint
CREATE INDEX "profile_saves_set_location" ON "profile_saves" USING btree ("set_id","location_id","id");--> statement-breakpoint
CREATE INDEX "profile_changes_set" ON "profile_changes" USING btree ("set_id","location_id") WHERE "profile_changes"."set_id" is not null;--> statement-breakpoint
CREATE INDEX "profile_saves_set" ON "profile_saves" USING btree ("set_id","state","location_id","id");--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_kind" CHECK ("change_sets"."kind" in ('save', 'undo', 'restore', 'decision', 'bulk', 'lock'));--> statement-breakpoint
-- From now on the state of a location's change also says that it was ended here, or that its outcome could not be found out.
UPDATE "profile_saves" SET "state" = 'not_known'
	WHERE "state" IN ('not_sent', 'conflict')
		AND "id" IN (SELECT "save_id" FROM "profile_changes" WHERE "state" = 'not_known' AND "save_id" IS NOT NULL);--> statement-breakpoint
UPDATE "profile_saves" SET "state" = 'stopped'
	WHERE "state" = 'not_sent'
		AND "id" IN (SELECT "save_id" FROM "profile_changes" WHERE "state" = 'not_sent' AND "save_id" IS NOT NULL
			AND "error" IN ('You cancelled this before it was sent.', 'The Google account was disconnected before this was sent.'));
