CREATE TABLE "photo_pieces" (
	"photo_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "photo_pieces_photo_id_number_pk" PRIMARY KEY("photo_id","number")
);
--> statement-breakpoint
-- Photos do not get smaller: trying to takes longer than storing them.
ALTER TABLE "photo_pieces" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "photo_pieces" ADD CONSTRAINT "photo_pieces_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "preview" "bytea";--> statement-breakpoint
CREATE INDEX "photos_unconverted" ON "photos" USING btree ("workspace_id","created_at") WHERE "photos"."bytes" is not null;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "route" text;--> statement-breakpoint
-- Only a campaign has a choice of locations, and only a post that was changed has a version above 0.
UPDATE "idempotency_keys" SET "route" = CASE
  WHEN "answer" ? 'choice' THEN 'planCampaign'
  WHEN ("answer" ->> 'version')::integer > 0 THEN 'updatePost'
  ELSE 'schedulePost' END;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "route" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_uid_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_uid_route_key_pk" PRIMARY KEY("uid","route","key");
