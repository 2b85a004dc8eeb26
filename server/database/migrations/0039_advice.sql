CREATE TABLE "advice_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"readings" integer DEFAULT -1 NOT NULL,
	"pause_until" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"locations" integer DEFAULT 0 NOT NULL,
	"unknown" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"next_step_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "advice_locations" (
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"location_id" text NOT NULL,
	"facts_hash" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"met" smallint NOT NULL,
	"not_applicable" smallint NOT NULL,
	"unknown" jsonb NOT NULL,
	CONSTRAINT "advice_locations_workspace_id_subject_location_id_pk" PRIMARY KEY("workspace_id","subject","location_id")
);
--> statement-breakpoint
CREATE TABLE "advice_tasks" (
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"task" text NOT NULL,
	"state" text NOT NULL,
	"rule_id" text NOT NULL,
	"group_name" text NOT NULL,
	"severity" smallint NOT NULL,
	"locations" integer NOT NULL,
	"views" bigint NOT NULL,
	"weight" double precision NOT NULL,
	"is_same_cure" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "advice_tasks_workspace_id_subject_task_state_pk" PRIMARY KEY("workspace_id","subject","task","state")
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"location_id" text NOT NULL,
	"location_name" text NOT NULL,
	"store_code" text,
	"rule_id" text NOT NULL,
	"group_name" text NOT NULL,
	"task" text NOT NULL,
	"severity" smallint NOT NULL,
	"state" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"cure" jsonb NOT NULL,
	"views" integer,
	"read_at" timestamp (3) with time zone NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"dismissed_at" timestamp (3) with time zone,
	"dismissed_by" text,
	"dismissed_reason" text,
	"dismissed_until" date,
	CONSTRAINT "findings_state" CHECK ("findings"."state" in ('open', 'waiting', 'dismissed', 'done')),
	CONSTRAINT "findings_severity" CHECK ("findings"."severity" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "advice_checks" ADD CONSTRAINT "advice_checks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advice_locations" ADD CONSTRAINT "advice_locations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advice_tasks" ADD CONSTRAINT "advice_tasks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "advice_checks_owner" ON "advice_checks" USING btree ("workspace_id","subject");--> statement-breakpoint
CREATE INDEX "advice_checks_next_step_at" ON "advice_checks" USING btree ("next_step_at");--> statement-breakpoint
CREATE INDEX "advice_tasks_order" ON "advice_tasks" USING btree ("workspace_id","subject","state","weight" DESC NULLS FIRST,"task");--> statement-breakpoint
CREATE UNIQUE INDEX "findings_place" ON "findings" USING btree ("workspace_id","subject","location_id","rule_id","group_name");--> statement-breakpoint
CREATE INDEX "findings_task" ON "findings" USING btree ("workspace_id","subject","task","state","location_name","location_id");--> statement-breakpoint
CREATE INDEX "findings_done_at" ON "findings" USING btree ("done_at") WHERE "findings"."done_at" is not null;