CREATE TABLE "keyword_totals" (
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"month" date NOT NULL,
	"word" text NOT NULL,
	"threshold" integer NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL,
	"locations" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "keyword_totals_workspace_id_subject_month_word_threshold_pk" PRIMARY KEY("workspace_id","subject","month","word","threshold")
);
--> statement-breakpoint
CREATE TABLE "metric_weeks" (
	"reading_id" uuid NOT NULL,
	"week" date NOT NULL,
	"desktop_maps" integer,
	"desktop_search" integer,
	"mobile_maps" integer,
	"mobile_search" integer,
	"directions" integer,
	"calls" integer,
	"website_clicks" integer,
	"bookings" integer,
	"menu_clicks" integer,
	"impressions" bigint,
	"known" bigint NOT NULL,
	CONSTRAINT "metric_weeks_reading_id_week_pk" PRIMARY KEY("reading_id","week")
);
--> statement-breakpoint
ALTER TABLE "metric_readings" ADD COLUMN "has_sums" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "metric_readings" ALTER COLUMN "has_sums" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "keyword_totals" ADD CONSTRAINT "keyword_totals_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_weeks" ADD CONSTRAINT "metric_weeks_reading_id_metric_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."metric_readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "metric_days_day" ON "metric_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "metric_readings_without_sums" ON "metric_readings" USING btree ("workspace_id","subject") WHERE not has_sums;