-- Posts keep the store code of their location as they keep its name, and searches find it.
ALTER TABLE "posts" ADD COLUMN "store_code" text;--> statement-breakpoint
UPDATE "posts" SET "store_code" = "mirror_locations"."data" ->> 'storeCode'
FROM "mirror_locations"
WHERE "mirror_locations"."workspace_id" = "posts"."workspace_id" AND "mirror_locations"."subject" = "posts"."subject"
  AND "mirror_locations"."id" = "posts"."location_id" AND "mirror_locations"."is_primary";--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "search_text";--> statement-breakpoint
-- No search contains a line break, so that none spans two of them.
ALTER TABLE "posts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (shingle_search_text("location_name") || E'\n' || shingle_search_text("body" ->> 'summary') || coalesce(E'\n' || shingle_search_text("store_code"), '')) STORED;--> statement-breakpoint
DROP INDEX "mirror_locations_listing";--> statement-breakpoint
ALTER TABLE "mirror_locations" ADD COLUMN "code_sort_text" text;--> statement-breakpoint
-- Numbers sort by their value once the locations are read the next time: then the program writes its own form.
UPDATE "mirror_locations" SET
  "code_sort_text" = left(lower("data" ->> 'storeCode'), 50),
  "search_text" = "search_text" || E'\n' || left(shingle_search_text("data" ->> 'storeCode'), 50)
WHERE "data" ->> 'storeCode' IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mirror_locations_listing" ON "mirror_locations" USING btree ("workspace_id","subject","sort_text" collate "C","id" collate "C","account_id","is_primary","state","search_text","code_sort_text");
