CREATE TABLE "location_settings" (
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"location_id" text NOT NULL,
	"time_zone" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "location_settings_workspace_id_subject_location_id_pk" PRIMARY KEY("workspace_id","subject","location_id")
);
--> statement-breakpoint
CREATE TABLE "zone_data" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" text NOT NULL,
	CONSTRAINT "zone_data_one" CHECK ("zone_data"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "wall_time" text;--> statement-breakpoint
ALTER TABLE "location_settings" ADD CONSTRAINT "location_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;