CREATE TABLE "change_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "change_sets_kind" CHECK ("change_sets"."kind" in ('save', 'undo', 'restore', 'decision'))
);
--> statement-breakpoint
CREATE TABLE "google_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"location_id" text NOT NULL,
	"location_name" text NOT NULL,
	"store_code" text,
	"field" text NOT NULL,
	"owner_value" jsonb,
	"public_value" jsonb,
	"value_hash" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"cleared_at" timestamp (3) with time zone,
	"change_id" uuid,
	CONSTRAINT "google_edits_state" CHECK ("google_edits"."state" in ('OPEN', 'ACCEPTED', 'REJECTED', 'GONE'))
);
--> statement-breakpoint
CREATE TABLE "profile_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"location_id" text NOT NULL,
	"location_name" text NOT NULL,
	"store_code" text,
	"field" text NOT NULL,
	"view" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"are_values_dropped" boolean DEFAULT false NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"set_id" uuid,
	"save_id" uuid,
	"seen_after" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL,
	"public_at" timestamp (3) with time zone,
	"undoes" uuid,
	"undone_by" uuid,
	"search_text" text NOT NULL,
	CONSTRAINT "profile_changes_origin_known" CHECK ("profile_changes"."origin" in ('here', 'elsewhere', 'google'))
);
--> statement-breakpoint
CREATE TABLE "profile_saves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"set_id" uuid NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"location_id" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"next_step_at" timestamp (3) with time zone,
	"times_sent" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mirror_imports" ADD COLUMN "readings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mirror_locations" ADD COLUMN "read_no" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mirror_locations" ADD COLUMN "public_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_edits" ADD CONSTRAINT "google_edits_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_set_id_change_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."change_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_save_id_profile_saves_id_fk" FOREIGN KEY ("save_id") REFERENCES "public"."profile_saves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_saves" ADD CONSTRAINT "profile_saves_set_id_change_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."change_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_saves" ADD CONSTRAINT "profile_saves_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_sets_workspace" ON "change_sets" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "google_edits_value" ON "google_edits" USING btree ("workspace_id","subject","location_id","field","value_hash");--> statement-breakpoint
CREATE INDEX "google_edits_inbox" ON "google_edits" USING btree ("workspace_id","subject","state","last_seen_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "profile_changes_log" ON "profile_changes" USING btree ("workspace_id","subject","at" DESC NULLS FIRST,"id","origin");--> statement-breakpoint
CREATE INDEX "profile_changes_origin" ON "profile_changes" USING btree ("workspace_id","subject","origin","at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "profile_changes_location" ON "profile_changes" USING btree ("workspace_id","subject","location_id","at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "profile_changes_set" ON "profile_changes" USING btree ("set_id") WHERE "profile_changes"."set_id" is not null;--> statement-breakpoint
CREATE INDEX "profile_changes_save" ON "profile_changes" USING btree ("save_id") WHERE "profile_changes"."save_id" is not null;--> statement-breakpoint
CREATE INDEX "profile_changes_in_review" ON "profile_changes" USING btree ("workspace_id","subject","location_id") WHERE "profile_changes"."state" = 'in_review';--> statement-breakpoint
CREATE INDEX "profile_changes_at" ON "profile_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "profile_saves_set" ON "profile_saves" USING btree ("set_id");--> statement-breakpoint
CREATE INDEX "profile_saves_next_step_at" ON "profile_saves" USING btree ("next_step_at") WHERE "profile_saves"."next_step_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "profile_saves_open" ON "profile_saves" USING btree ("workspace_id","subject","location_id") WHERE "profile_saves"."state" in ('sending', 'unconfirmed');