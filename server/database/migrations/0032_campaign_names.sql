ALTER TABLE "campaigns" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "first_at" timestamp (3) with time zone;--> statement-breakpoint
-- A name as `proposedName` (campaign-text.ts) proposes it. When the first post goes out is known from the plan, unless the time
-- was changed since; then it is known to the day.
UPDATE "campaigns" SET
	"name" = CASE
		WHEN "sentence" ~ '^[… .,!?]*$' THEN 'Campaign'
		WHEN char_length("sentence") <= 60 THEN "sentence"
		ELSE regexp_replace(left("sentence", 59), '\s+\S*$', '') || '…'
	END,
	"first_at" = coalesce(
		"publish_at",
		CASE WHEN "time_revision" = 0 THEN ("plan" #>> '{first,publishAt}')::timestamptz END,
		"wall_time"::timestamp AT TIME ZONE 'UTC'
	)
FROM (
	SELECT "id", regexp_replace(coalesce(substring("text" from '^.*?[.!?](?= |$)'), "text"), '\.$', '') AS "sentence"
	FROM (
		SELECT "id", btrim(regexp_replace(regexp_replace(
			coalesce(nullif("body" #>> '{event,title}', ''), "body" ->> 'summary', ''),
			'\{(name|city|street|storeCode|website)\}', '…', 'g'
		), '\s+', ' ', 'g')) AS "text"
		FROM "campaigns"
	) "texts"
) "sentences"
WHERE "sentences"."id" = "campaigns"."id";--> statement-breakpoint
ALTER TABLE "campaigns" ALTER COLUMN "name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ALTER COLUMN "first_at" SET NOT NULL;