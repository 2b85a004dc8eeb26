CREATE TABLE "review_readings" (
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"location_id" text NOT NULL,
	"account_id" text NOT NULL,
	"location_name" text NOT NULL,
	"store_code" text,
	"average_rating" double precision,
	"total" integer,
	"figures_no" integer DEFAULT 0 NOT NULL,
	"readings" integer DEFAULT 0 NOT NULL,
	"whole_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"error" text,
	"has_voice" boolean DEFAULT true NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"whole_due_at" timestamp (3) with time zone NOT NULL,
	"news_due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_readings_workspace_id_subject_location_id_pk" PRIMARY KEY("workspace_id","subject","location_id")
);
--> statement-breakpoint
CREATE TABLE "review_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"actor" text NOT NULL,
	"state" text NOT NULL,
	"basis" text NOT NULL,
	"replaced_text" text,
	"replaced_at" timestamp (3) with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"next_step_at" timestamp (3) with time zone,
	"times_sent" integer DEFAULT 0 NOT NULL,
	"times_looked" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"violation" text,
	"error" text,
	CONSTRAINT "review_replies_kind" CHECK ("review_replies"."kind" in ('PUT', 'DELETE')),
	CONSTRAINT "review_replies_text" CHECK (("review_replies"."kind" = 'PUT') = ("review_replies"."text" is not null))
);
--> statement-breakpoint
CREATE TABLE "review_reply_attempts" (
	"reply_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"intended_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"doubt" text,
	"error" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "review_reply_attempts_reply_id_number_pk" PRIMARY KEY("reply_id","number")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"location_id" text NOT NULL,
	"google_id" text NOT NULL,
	"google_name" text NOT NULL,
	"stars" smallint NOT NULL,
	"comment" text,
	"original" text,
	"translation" text,
	"is_translation_first" boolean DEFAULT false NOT NULL,
	"reviewer_name" text,
	"reviewer_photo_url" text,
	"is_anonymous" boolean NOT NULL,
	"media" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"reply_text" text,
	"reply_updated_at" timestamp (3) with time zone,
	"reply_state" text,
	"reply_violation" text,
	"google_url" text,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"first_answered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone NOT NULL,
	"reading_no" integer NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"tab" text NOT NULL,
	"position" bigint NOT NULL,
	"search_text" text NOT NULL,
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_tab" CHECK ("reviews"."tab" in ('UNANSWERED', 'ANSWERED', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "review_readings" ADD CONSTRAINT "review_readings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_replies" ADD CONSTRAINT "review_replies_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_replies" ADD CONSTRAINT "review_replies_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reply_attempts" ADD CONSTRAINT "review_reply_attempts_reply_id_review_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."review_replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_readings_due" ON "review_readings" USING btree ("workspace_id","subject","news_due_at","whole_due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_replies_version" ON "review_replies" USING btree ("review_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "review_replies_open" ON "review_replies" USING btree ("review_id") WHERE "review_replies"."state" in ('sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "review_replies_next_step_at" ON "review_replies" USING btree ("next_step_at") WHERE "review_replies"."next_step_at" is not null;--> statement-breakpoint
CREATE INDEX "review_replies_workspace" ON "review_replies" USING btree ("workspace_id","subject","state");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_google_id" ON "reviews" USING btree ("workspace_id","subject","location_id","google_id");--> statement-breakpoint
CREATE INDEX "reviews_tabs" ON "reviews" USING btree ("workspace_id","subject","tab","position","id") WHERE "reviews"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_all" ON "reviews" USING btree ("workspace_id","subject","position","id") WHERE "reviews"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_location" ON "reviews" USING btree ("workspace_id","subject","location_id","position","id") WHERE "reviews"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_counts" ON "reviews" USING btree ("workspace_id","subject","tab") WHERE "reviews"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_figures" ON "reviews" USING btree ("workspace_id","subject","created_at","location_id","tab","stars","first_answered_at") WHERE "reviews"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_gone_at" ON "reviews" USING btree ("gone_at") WHERE "reviews"."gone_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_title" ON "saved_replies" USING btree ("workspace_id",lower("title"));