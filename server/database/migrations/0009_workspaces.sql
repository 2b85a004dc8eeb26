-- What is owned belongs to a workspace. Every user has one, whose id is their uid: no row of another table changes.
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workspaces_kind" CHECK ("workspaces"."kind" in ('personal'))
);
--> statement-breakpoint
INSERT INTO "workspaces" ("id", "name", "kind", "created_at")
SELECT "uid", "display_name", 'personal', "created_at" FROM "users";--> statement-breakpoint
ALTER TABLE "google_connections" DROP CONSTRAINT "google_connections_uid_users_uid_fk";--> statement-breakpoint
ALTER TABLE "google_connections" RENAME COLUMN "uid" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "google_connections" ADD CONSTRAINT "google_connections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_accounts" DROP CONSTRAINT "mirror_accounts_uid_users_uid_fk";--> statement-breakpoint
ALTER TABLE "mirror_accounts" RENAME COLUMN "uid" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "mirror_accounts" RENAME CONSTRAINT "mirror_accounts_uid_subject_id_pk" TO "mirror_accounts_workspace_id_subject_id_pk";--> statement-breakpoint
ALTER TABLE "mirror_accounts" ADD CONSTRAINT "mirror_accounts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_imports" DROP CONSTRAINT "mirror_imports_uid_users_uid_fk";--> statement-breakpoint
ALTER TABLE "mirror_imports" RENAME COLUMN "uid" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "mirror_imports" RENAME CONSTRAINT "mirror_imports_uid_subject_pk" TO "mirror_imports_workspace_id_subject_pk";--> statement-breakpoint
ALTER TABLE "mirror_imports" ADD CONSTRAINT "mirror_imports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_locations" DROP CONSTRAINT "mirror_locations_uid_users_uid_fk";--> statement-breakpoint
ALTER TABLE "mirror_locations" RENAME COLUMN "uid" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "mirror_locations" RENAME CONSTRAINT "mirror_locations_uid_subject_account_id_id_pk" TO "mirror_locations_workspace_id_subject_account_id_id_pk";--> statement-breakpoint
ALTER TABLE "mirror_locations" ADD CONSTRAINT "mirror_locations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_uid_users_uid_fk";--> statement-breakpoint
ALTER TABLE "posts" RENAME COLUMN "uid" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_pauses" DROP CONSTRAINT "publishing_pauses_uid_users_uid_fk";--> statement-breakpoint
ALTER TABLE "publishing_pauses" RENAME COLUMN "uid" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "publishing_pauses" RENAME CONSTRAINT "publishing_pauses_uid_subject_pk" TO "publishing_pauses_workspace_id_subject_pk";--> statement-breakpoint
ALTER TABLE "publishing_pauses" ADD CONSTRAINT "publishing_pauses_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_edits" DROP CONSTRAINT "sample_edits_uid_users_uid_fk";--> statement-breakpoint
ALTER TABLE "sample_edits" RENAME COLUMN "uid" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "sample_edits" RENAME CONSTRAINT "sample_edits_uid_location_id_pk" TO "sample_edits_workspace_id_location_id_pk";--> statement-breakpoint
ALTER TABLE "sample_edits" ADD CONSTRAINT "sample_edits_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
