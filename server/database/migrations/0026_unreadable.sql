ALTER TABLE "mirror_imports" ADD COLUMN "unreadable" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "review_readings" ADD COLUMN "unreadable" integer DEFAULT 0 NOT NULL;