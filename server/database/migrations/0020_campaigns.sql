CREATE TABLE "campaign_targets" (
	"campaign_id" uuid NOT NULL,
	"location_id" text NOT NULL,
	"position" integer NOT NULL,
	"account_id" text NOT NULL,
	"location_name" text NOT NULL,
	"store_code" text,
	"facts" jsonb NOT NULL,
	"time_zone" text,
	"wall_time" text,
	"publish_at" timestamp (3) with time zone,
	"own_text" text,
	"left_out" text,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"post_id" uuid,
	"left_at_google" text,
	"undo" text,
	"undo_error" text,
	"undo_tries" integer DEFAULT 0 NOT NULL,
	"undo_next_at" timestamp (3) with time zone,
	CONSTRAINT "campaign_targets_campaign_id_location_id_pk" PRIMARY KEY("campaign_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"body" jsonb NOT NULL,
	"choice" jsonb NOT NULL,
	"wall_time" text,
	"publish_at" timestamp (3) with time zone,
	"time_zone" text NOT NULL,
	"spread_minutes" integer DEFAULT 0 NOT NULL,
	"closed_days" text NOT NULL,
	"plan" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"time_revision" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"planned_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_state" CHECK ("campaigns"."state" in ('draft', 'scheduling', 'scheduled', 'undoing', 'undone')),
	CONSTRAINT "campaigns_time" CHECK (num_nonnulls("campaigns"."wall_time", "campaigns"."publish_at") = 1)
);
--> statement-breakpoint
CREATE TABLE "selections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"name" text,
	"is_live" boolean NOT NULL,
	"choice" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "is_campaign_exception" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_targets" ADD CONSTRAINT "campaign_targets_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_targets" ADD CONSTRAINT "campaign_targets_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_targets_post" ON "campaign_targets" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "campaign_targets_position" ON "campaign_targets" USING btree ("campaign_id","position");--> statement-breakpoint
CREATE INDEX "campaign_targets_open" ON "campaign_targets" USING btree ("campaign_id","publish_at","location_id") WHERE "campaign_targets"."left_out" is null;--> statement-breakpoint
CREATE INDEX "campaigns_list" ON "campaigns" USING btree ("workspace_id","subject","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "campaigns_at_work" ON "campaigns" USING btree ("updated_at") WHERE "campaigns"."state" in ('scheduling', 'undoing');--> statement-breakpoint
CREATE UNIQUE INDEX "selections_name" ON "selections" USING btree ("workspace_id","subject","name") WHERE "selections"."name" is not null;--> statement-breakpoint
CREATE INDEX "selections_updated_at" ON "selections" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "posts_campaign" ON "posts" USING btree ("campaign_id","status","detail","publish_at") WHERE "posts"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_campaign_paused" ON "posts" USING btree ("campaign_id") WHERE "posts"."detail" = 'campaign_paused';