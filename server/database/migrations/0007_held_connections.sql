ALTER TABLE "google_connections" DROP CONSTRAINT "google_connections_state";--> statement-breakpoint
DROP INDEX "posts_held";--> statement-breakpoint
CREATE INDEX "posts_held" ON "posts" USING btree ("uid") WHERE "posts"."detail" in ('connection_lost', 'connection_held');--> statement-breakpoint
ALTER TABLE "google_connections" ADD CONSTRAINT "google_connections_state" CHECK ("google_connections"."state" in ('connected', 'reconnect', 'no_quota', 'held'));