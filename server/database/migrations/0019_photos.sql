CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"sha256" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_needed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "photos_sha256" ON "photos" USING btree ("workspace_id","sha256");--> statement-breakpoint
CREATE INDEX "photos_last_needed_at" ON "photos" USING btree ("last_needed_at");--> statement-breakpoint
CREATE INDEX "posts_photo" ON "posts" USING btree (("body" ->> 'photoId')) WHERE "posts"."body" ->> 'photoId' is not null;