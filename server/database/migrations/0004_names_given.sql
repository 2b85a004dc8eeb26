DROP INDEX "posts_google_name";--> statement-breakpoint
CREATE UNIQUE INDEX "posts_google_name" ON "posts" USING btree ("google_name") WHERE "posts"."google_name" is not null;