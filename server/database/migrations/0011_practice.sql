ALTER TABLE "workspaces" DROP CONSTRAINT "workspaces_kind";--> statement-breakpoint
ALTER TABLE "google_connections" ADD COLUMN "practice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_kind" CHECK ("workspaces"."kind" in ('personal', 'demo'));