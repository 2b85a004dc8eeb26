CREATE TABLE "notice_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text,
	"secret" text NOT NULL,
	"key_name" text NOT NULL,
	"unsubscribe_hash" text,
	"kinds" text[] NOT NULL,
	"schedule" text NOT NULL,
	"is_on" boolean NOT NULL,
	"on_since" timestamp (3) with time zone NOT NULL,
	"told_until" timestamp (3) with time zone,
	"proven_address" text,
	"proof_hash" text,
	"proof_ends_at" timestamp (3) with time zone,
	"paused_reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notice_channels_kind" CHECK ("notice_channels"."kind" in ('email', 'webhook')),
	CONSTRAINT "notice_channels_schedule" CHECK ("notice_channels"."schedule" in ('now', 'daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"answer_code" integer,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "notice_deliveries_state" CHECK ("notice_deliveries"."state" in ('waiting', 'sending', 'delivered', 'failed', 'held'))
);
--> statement-breakpoint
CREATE TABLE "notice_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"cause" text NOT NULL,
	"subject" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"notice_id" uuid,
	"place" integer
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"uid" text PRIMARY KEY NOT NULL,
	"quiet_from" text,
	"quiet_until" text
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"open_until" timestamp (3) with time zone NOT NULL,
	"events" integer NOT NULL,
	"read_at" timestamp (3) with time zone,
	"tell_at" timestamp (3) with time zone,
	"told_events" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "notice_channels" ADD CONSTRAINT "notice_channels_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_channel_id_notice_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notice_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_events" ADD CONSTRAINT "notice_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_events" ADD CONSTRAINT "notice_events_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_channels_workspace" ON "notice_channels" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_channels_email" ON "notice_channels" USING btree ("workspace_id") WHERE "notice_channels"."kind" = 'email';--> statement-breakpoint
CREATE UNIQUE INDEX "notice_channels_unsubscribe" ON "notice_channels" USING btree ("unsubscribe_hash");--> statement-breakpoint
CREATE INDEX "notice_deliveries_list" ON "notice_deliveries" USING btree ("channel_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "notice_deliveries_due_at" ON "notice_deliveries" USING btree ("due_at") WHERE "notice_deliveries"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_events_key" ON "notice_events" USING btree ("workspace_id","key");--> statement-breakpoint
CREATE INDEX "notice_events_notice" ON "notice_events" USING btree ("notice_id","place");--> statement-breakpoint
CREATE INDEX "notice_events_open" ON "notice_events" USING btree ("at") WHERE "notice_events"."notice_id" is null;--> statement-breakpoint
CREATE INDEX "notices_list" ON "notices" USING btree ("workspace_id","last_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("workspace_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_tell_at" ON "notices" USING btree ("tell_at") WHERE "notices"."tell_at" is not null;