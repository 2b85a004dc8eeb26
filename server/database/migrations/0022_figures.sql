CREATE TABLE "keyword_months" (
	"reading_id" uuid NOT NULL,
	"month" date NOT NULL,
	"word" text NOT NULL,
	"value" integer,
	"threshold" integer,
	CONSTRAINT "keyword_months_reading_id_month_word_pk" PRIMARY KEY("reading_id","month","word"),
	CONSTRAINT "keyword_months_one" CHECK (("keyword_months"."value" is null) <> ("keyword_months"."threshold" is null))
);
--> statement-breakpoint
CREATE TABLE "keyword_readings" (
	"reading_id" uuid NOT NULL,
	"month" date NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "keyword_readings_reading_id_month_pk" PRIMARY KEY("reading_id","month")
);
--> statement-breakpoint
CREATE TABLE "metric_days" (
	"reading_id" uuid NOT NULL,
	"day" date NOT NULL,
	"desktop_maps" integer,
	"desktop_search" integer,
	"mobile_maps" integer,
	"mobile_search" integer,
	"directions" integer,
	"calls" integer,
	"website_clicks" integer,
	"bookings" integer,
	"menu_clicks" integer,
	CONSTRAINT "metric_days_reading_id_day_pk" PRIMARY KEY("reading_id","day")
);
--> statement-breakpoint
CREATE TABLE "metric_readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"location_id" text NOT NULL,
	"counted_until" date,
	"has_series" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone,
	"whole_at" timestamp (3) with time zone,
	"error" text,
	"next_at" timestamp (3) with time zone NOT NULL,
	"words_next_at" timestamp (3) with time zone NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "metric_totals" (
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"day" date NOT NULL,
	"desktop_maps" bigint DEFAULT 0 NOT NULL,
	"desktop_search" bigint DEFAULT 0 NOT NULL,
	"mobile_maps" bigint DEFAULT 0 NOT NULL,
	"mobile_search" bigint DEFAULT 0 NOT NULL,
	"directions" bigint DEFAULT 0 NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"website_clicks" bigint DEFAULT 0 NOT NULL,
	"bookings" bigint DEFAULT 0 NOT NULL,
	"menu_clicks" bigint DEFAULT 0 NOT NULL,
	"desktop_maps_known" integer DEFAULT 0 NOT NULL,
	"desktop_search_known" integer DEFAULT 0 NOT NULL,
	"mobile_maps_known" integer DEFAULT 0 NOT NULL,
	"mobile_search_known" integer DEFAULT 0 NOT NULL,
	"directions_known" integer DEFAULT 0 NOT NULL,
	"calls_known" integer DEFAULT 0 NOT NULL,
	"website_clicks_known" integer DEFAULT 0 NOT NULL,
	"bookings_known" integer DEFAULT 0 NOT NULL,
	"menu_clicks_known" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "metric_totals_workspace_id_subject_day_pk" PRIMARY KEY("workspace_id","subject","day")
);
--> statement-breakpoint
CREATE TABLE "metric_watermarks" (
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"day" date,
	CONSTRAINT "metric_watermarks_workspace_id_subject_pk" PRIMARY KEY("workspace_id","subject")
);
--> statement-breakpoint
ALTER TABLE "keyword_months" ADD CONSTRAINT "keyword_months_reading_id_metric_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."metric_readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_readings" ADD CONSTRAINT "keyword_readings_reading_id_metric_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."metric_readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_days" ADD CONSTRAINT "metric_days_reading_id_metric_readings_id_fk" FOREIGN KEY ("reading_id") REFERENCES "public"."metric_readings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_readings" ADD CONSTRAINT "metric_readings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_totals" ADD CONSTRAINT "metric_totals_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_watermarks" ADD CONSTRAINT "metric_watermarks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "metric_readings_location" ON "metric_readings" USING btree ("workspace_id","subject","location_id");--> statement-breakpoint
CREATE INDEX "metric_readings_next_at" ON "metric_readings" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "metric_readings_words_next_at" ON "metric_readings" USING btree ("words_next_at");