CREATE TABLE "google_connections" (
	"uid" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"scopes" text[] NOT NULL,
	"refresh_token" text NOT NULL,
	"key_name" text NOT NULL,
	"state" text NOT NULL,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "google_connections_state" CHECK ("google_connections"."state" in ('connected', 'reconnect', 'no_quota'))
);
--> statement-breakpoint
CREATE TABLE "oauth_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"verifier" text NOT NULL,
	"binding" text NOT NULL,
	"uid" text,
	"attempt" text,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_transactions_purpose" CHECK ("oauth_transactions"."purpose" in ('sign-in', 'connect'))
);
--> statement-breakpoint
CREATE TABLE "rate_buckets" (
	"id" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mirror_accounts" (
	"uid" text NOT NULL,
	"subject" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"data" jsonb NOT NULL,
	"import_id" integer NOT NULL,
	CONSTRAINT "mirror_accounts_uid_subject_id_pk" PRIMARY KEY("uid","subject","id")
);
--> statement-breakpoint
CREATE TABLE "mirror_imports" (
	"uid" text NOT NULL,
	"subject" text NOT NULL,
	"import_id" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"error" text,
	"accounts_total" integer,
	"as_of" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mirror_imports_uid_subject_pk" PRIMARY KEY("uid","subject")
);
--> statement-breakpoint
CREATE TABLE "mirror_locations" (
	"uid" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"is_primary" boolean NOT NULL,
	"data" jsonb NOT NULL,
	"state" text NOT NULL,
	"sort_text" text NOT NULL,
	"search_text" text NOT NULL,
	"import_id" integer NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mirror_locations_uid_subject_account_id_id_pk" PRIMARY KEY("uid","subject","account_id","id")
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "google_connections" ADD CONSTRAINT "google_connections_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_transactions" ADD CONSTRAINT "oauth_transactions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_accounts" ADD CONSTRAINT "mirror_accounts_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_imports" ADD CONSTRAINT "mirror_imports_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_locations" ADD CONSTRAINT "mirror_locations_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "google_connections_key_name" ON "google_connections" USING btree ("key_name");--> statement-breakpoint
CREATE INDEX "oauth_transactions_ends_at" ON "oauth_transactions" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "mirror_imports_next_at" ON "mirror_imports" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "mirror_locations_listing" ON "mirror_locations" USING btree ("uid","subject","sort_text" collate "C","id" collate "C");--> statement-breakpoint
CREATE INDEX "mirror_locations_id" ON "mirror_locations" USING btree ("uid","subject","id");