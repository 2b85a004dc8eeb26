CREATE TABLE "lock_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"lock_id" uuid,
	"field" text NOT NULL,
	"location_id" text,
	"location_name" text,
	"store_code" text,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"public_hash" text,
	"kept_hash" text,
	"value" jsonb,
	"held_seconds" integer,
	"change_id" uuid,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lock_events_kind" CHECK ("lock_events"."kind" in ('locked', 'put_back', 'came_again', 'taken_over', 'changed', 'waits', 'asked', 'answered', 'not_sent'))
);
--> statement-breakpoint
CREATE TABLE "profile_lock_locations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lock_id" uuid NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"location_id" text NOT NULL,
	"location_name" text NOT NULL,
	"store_code" text,
	"field" text NOT NULL,
	"waits" text,
	"waits_with" uuid,
	"waits_since" timestamp (3) with time zone,
	"next_step_at" timestamp (3) with time zone,
	CONSTRAINT "profile_lock_locations_waits_known" CHECK ("profile_lock_locations"."waits" in ('value', 'field', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "profile_locks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"field" text NOT NULL,
	"title" text,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "change_sets" ALTER COLUMN "actor" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lock_events" ADD CONSTRAINT "lock_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_events" ADD CONSTRAINT "lock_events_lock_id_profile_locks_id_fk" FOREIGN KEY ("lock_id") REFERENCES "public"."profile_locks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_lock_locations" ADD CONSTRAINT "profile_lock_locations_lock_id_profile_locks_id_fk" FOREIGN KEY ("lock_id") REFERENCES "public"."profile_locks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_lock_locations" ADD CONSTRAINT "profile_lock_locations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_locks" ADD CONSTRAINT "profile_locks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lock_events_cause" ON "lock_events" USING btree ("workspace_id","subject","location_id","field","kind","cause");--> statement-breakpoint
CREATE INDEX "lock_events_lock" ON "lock_events" USING btree ("lock_id","at" DESC NULLS FIRST,"id") WHERE "lock_events"."lock_id" is not null;--> statement-breakpoint
CREATE INDEX "lock_events_put_back" ON "lock_events" USING btree ("workspace_id","subject","location_id","field","at") WHERE "lock_events"."kind" = 'put_back';--> statement-breakpoint
CREATE INDEX "lock_events_at" ON "lock_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "profile_lock_locations_field" ON "profile_lock_locations" USING btree ("workspace_id","subject","location_id","field");--> statement-breakpoint
CREATE INDEX "profile_lock_locations_lock" ON "profile_lock_locations" USING btree ("lock_id","location_name","location_id");--> statement-breakpoint
CREATE INDEX "profile_lock_locations_next_step_at" ON "profile_lock_locations" USING btree ("next_step_at") WHERE "profile_lock_locations"."next_step_at" is not null;--> statement-breakpoint
CREATE INDEX "profile_lock_locations_waits" ON "profile_lock_locations" USING btree ("lock_id") WHERE "profile_lock_locations"."waits" is not null;--> statement-breakpoint
CREATE INDEX "profile_locks_owner" ON "profile_locks" USING btree ("workspace_id","subject");--> statement-breakpoint
CREATE INDEX "profile_locks_actor" ON "profile_locks" USING btree ("workspace_id","actor");