-- Who may work in a workspace. Everybody is the owner of the one that was made for them.
CREATE TABLE "memberships" (
	"workspace_id" text NOT NULL,
	"uid" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_workspace_id_uid_pk" PRIMARY KEY("workspace_id","uid"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner'))
);
--> statement-breakpoint
INSERT INTO "memberships" ("workspace_id", "uid", "role", "created_at")
SELECT "workspaces"."id", "users"."uid", 'owner', "workspaces"."created_at" FROM "workspaces" JOIN "users" ON "users"."uid" = "workspaces"."id";--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_uid" ON "memberships" USING btree ("uid");--> statement-breakpoint
-- Until now a key was one of the person's own workspace.
ALTER TABLE "idempotency_keys" ADD COLUMN "workspace_id" text;--> statement-breakpoint
UPDATE "idempotency_keys" SET "workspace_id" = "uid";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "workspace_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_uid_route_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_uid_workspace_id_route_key_pk" PRIMARY KEY("uid","workspace_id","route","key");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_transactions" ADD COLUMN "workspace_id" text;--> statement-breakpoint
UPDATE "oauth_transactions" SET "workspace_id" = "uid";--> statement-breakpoint
ALTER TABLE "oauth_transactions" ADD CONSTRAINT "oauth_transactions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
