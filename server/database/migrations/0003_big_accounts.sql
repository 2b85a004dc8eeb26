-- A text as searches compare it, as `toSearchText` makes it: without accents, case and doubled white space.
CREATE FUNCTION "shingle_search_text"(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	select lower(regexp_replace(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'))
$$;--> statement-breakpoint
-- No search contains a line break, so that none spans the two.
ALTER TABLE "posts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (shingle_search_text("location_name") || E'\n' || shingle_search_text("body" ->> 'summary')) STORED;--> statement-breakpoint
-- What is longer would not fit into the index; the next reading of the places writes it in the program's own length.
UPDATE "mirror_locations" SET "sort_text" = left("sort_text", 150), "search_text" = left("search_text", 350) WHERE length("sort_text") > 150 OR length("search_text") > 350;--> statement-breakpoint
DROP INDEX "posts_listing";--> statement-breakpoint
DROP INDEX "mirror_locations_listing";--> statement-breakpoint
CREATE INDEX "posts_tabs" ON "posts" USING btree ("uid","status","source","subject","publish_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "posts_counts" ON "posts" USING btree ("uid","source","subject","status");--> statement-breakpoint
CREATE INDEX "posts_location" ON "posts" USING btree ("uid","source","subject","location_id","publish_at" DESC NULLS FIRST,"id","status");--> statement-breakpoint
CREATE INDEX "posts_published" ON "posts" USING btree ("uid","subject","published_at") WHERE "posts"."status" = 'PUBLISHED';--> statement-breakpoint
CREATE INDEX "mirror_locations_listing" ON "mirror_locations" USING btree ("uid","subject","sort_text" collate "C","id" collate "C","account_id","is_primary","state","search_text");
