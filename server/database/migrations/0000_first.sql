CREATE TABLE "idempotency_keys" (
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_uid_key_pk" PRIMARY KEY("uid","key")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"source" text NOT NULL,
	"seeded" boolean DEFAULT false NOT NULL,
	"account_id" text NOT NULL,
	"location_id" text NOT NULL,
	"location_name" text NOT NULL,
	"time_zone" text NOT NULL,
	"post_type" text NOT NULL,
	"body" jsonb NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"detail" text,
	"version" integer DEFAULT 1 NOT NULL,
	"google_url" text,
	"published_at" timestamp (3) with time zone,
	"error_details" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posts_status" CHECK ("posts"."status" in ('SCHEDULED', 'QUEUED', 'PUBLISHED', 'FAILED')),
	CONSTRAINT "posts_type" CHECK ("posts"."post_type" in ('STANDARD', 'CALL_TO_ACTION', 'EVENT', 'OFFER'))
);
--> statement-breakpoint
CREATE TABLE "publish_attempts" (
	"post_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"error" text,
	CONSTRAINT "publish_attempts_post_id_attempt_pk" PRIMARY KEY("post_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "sample_edits" (
	"uid" text NOT NULL,
	"location_id" text NOT NULL,
	"changes" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sample_edits_uid_location_id_pk" PRIMARY KEY("uid","location_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"remembered" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"email" text NOT NULL,
	"photo_url" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"preferences" jsonb NOT NULL,
	"sign_in_method" text NOT NULL,
	"last_sign_in" timestamp (3) with time zone NOT NULL,
	"account_created" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_attempts" ADD CONSTRAINT "publish_attempts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_edits" ADD CONSTRAINT "sample_edits_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "posts_listing" ON "posts" USING btree ("uid","source","publish_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "sessions_uid" ON "sessions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sessions_ends_at" ON "sessions" USING btree ("ends_at");