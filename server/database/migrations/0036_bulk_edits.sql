CREATE TABLE "bulk_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"actor" text NOT NULL,
	"name" text,
	"state" text NOT NULL,
	"choice" jsonb NOT NULL,
	"change" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bulk_edits_state" CHECK ("bulk_edits"."state" in ('draft', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_targets" (
	"bulk_edit_id" uuid NOT NULL,
	"location_id" text NOT NULL,
	"account_id" text NOT NULL,
	"location_name" text NOT NULL,
	"store_code" text,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"reason" jsonb,
	"warnings" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"other_dates" integer NOT NULL,
	"time_zone" text,
	"hash" text NOT NULL,
	CONSTRAINT "bulk_targets_bulk_edit_id_location_id_pk" PRIMARY KEY("bulk_edit_id","location_id"),
	CONSTRAINT "bulk_targets_state" CHECK ("bulk_targets"."state" in ('changes', 'same', 'left_out'))
);
--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_targets" ADD CONSTRAINT "bulk_targets_bulk_edit_id_bulk_edits_id_fk" FOREIGN KEY ("bulk_edit_id") REFERENCES "public"."bulk_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_edits_workspace" ON "bulk_edits" USING btree ("workspace_id","subject","updated_at");--> statement-breakpoint
CREATE INDEX "bulk_edits_expires_at" ON "bulk_edits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bulk_targets_order" ON "bulk_targets" USING btree ("bulk_edit_id","position");