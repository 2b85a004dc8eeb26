import { plainToInstance } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  validateSync,
} from 'class-validator';
import { existsSync } from 'node:fs';
import {
  crossFaults,
  Faultless,
  faultOfContacts,
  faultOfMailServer,
  faultOfTrustedProxies,
  readSecretFiles,
  readTrustedProxies,
  ServiceAddress,
  Switch,
  WholeNumber,
  EnvError,
} from './env-rules.js';
import { faultOfKeyRing } from './key-ring.js';

const UNCONFIRMED = ['hold', 'resend-answered', 'resend'] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/**
 * Every environment variable that the server reads, with its default and its rule.
 * `.env.example` lists the same names; a test compares the two.
 */
export class Env {
  /** `production` forbids the Auth emulator and requires PUBLIC_ORIGIN. */
  @IsIn(['development', 'test', 'production'], { message: 'must be development, test or production' })
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  /** The TCP port to listen on. */
  @WholeNumber(0, 65535)
  PORT = 3000;

  /** The address to listen on. */
  @IsNotEmpty({ message: 'must not be empty' })
  HOST = '127.0.0.1';

  /**
   * The address in the browser, without a path. Requests for any other host are refused. Google fetches the photos of posts
   * from it, so those need one that is public. Required in production.
   */
  @IsOptional()
  @Matches(/^https?:\/\/[^/?#]+$/, { message: 'must be an address without a path or a slash at its end' })
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'must be an http or https address' },
  )
  PUBLIC_ORIGIN?: string;

  /**
   * The proxies in front of the server: their number, or their addresses and subnets, separated by commas. The server
   * uses X-Forwarded-For from these proxies only.
   */
  @IsOptional()
  @Faultless(faultOfTrustedProxies)
  TRUST_PROXY?: string;

  /** Whether requests are limited; `off` is for load tests. */
  @Switch()
  THROTTLE = true;

  /** The folder of the embedded database and its lock. */
  @IsNotEmpty({ message: 'must not be empty' })
  DATA_DIR = '.data';

  /** A Postgres connection string; without it the embedded database is used. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'must begin with postgres:// or postgresql://' })
  DATABASE_URL?: string;

  /** A file that holds DATABASE_URL instead. */
  DATABASE_URL_FILE?: string;

  /** The Firebase project in which users sign in. */
  @IsOptional()
  @IsNotEmpty({ message: 'must not be empty' })
  FIREBASE_PROJECT_ID?: string;

  /** The web API key of that project; it stays on the server. */
  @IsOptional()
  @IsNotEmpty({ message: 'must not be empty' })
  FIREBASE_WEB_API_KEY?: string;

  /** A file that holds FIREBASE_WEB_API_KEY instead. */
  FIREBASE_WEB_API_KEY_FILE?: string;

  /** The path of a service account's JSON file; read by firebase-admin itself. */
  @IsOptional()
  @IsString({ message: 'must be a path' })
  GOOGLE_APPLICATION_CREDENTIALS?: string;

  /** host:port of a Firebase Auth emulator, for development and tests. */
  @IsOptional()
  @Matches(/^[^/\s]+:\d+$/, { message: 'must be host:port, without http://' })
  FIREBASE_AUTH_EMULATOR_HOST?: string;

  /** The OAuth client of the Google Cloud project, for signing in with Google and connecting a Business Profile. */
  @IsOptional()
  @IsNotEmpty({ message: 'must not be empty' })
  GOOGLE_CLIENT_ID?: string;

  /** The secret of that client. */
  @IsOptional()
  @IsNotEmpty({ message: 'must not be empty' })
  GOOGLE_CLIENT_SECRET?: string;

  /** A file that holds GOOGLE_CLIENT_SECRET instead. */
  GOOGLE_CLIENT_SECRET_FILE?: string;

  /** Google's consent page. */
  @ServiceAddress()
  GOOGLE_AUTH_URL = 'https://accounts.google.com/o/oauth2/v2/auth';

  /** Google's endpoint for exchanging codes and refresh tokens. */
  @ServiceAddress()
  GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';

  /** Google's endpoint for revoking grants. */
  @ServiceAddress()
  GOOGLE_REVOKE_URL = 'https://oauth2.googleapis.com/revoke';

  /** Google's endpoint that names the account of an access token. */
  @ServiceAddress()
  GOOGLE_USERINFO_URL = 'https://openidconnect.googleapis.com/v1/userinfo';

  /** The My Business Account Management API, version included. */
  @ServiceAddress()
  GBP_ACCOUNTS_URL = 'https://mybusinessaccountmanagement.googleapis.com/v1';

  /** The My Business Business Information API, version included. */
  @ServiceAddress()
  GBP_INFORMATION_URL = 'https://mybusinessbusinessinformation.googleapis.com/v1';

  /** The My Business Verifications API, version included. */
  @ServiceAddress()
  GBP_VERIFICATIONS_URL = 'https://mybusinessverifications.googleapis.com/v1';

  /** The Business Profile Performance API, version included. */
  @ServiceAddress()
  GBP_PERFORMANCE_URL = 'https://businessprofileperformance.googleapis.com/v1';

  /** The Google My Business API (posts), version included. */
  @ServiceAddress()
  GBP_V4_URL = 'https://mybusiness.googleapis.com/v4';

  /**
   * The keys that encrypt refresh tokens: `name:key`, separated by commas, each key 32 bytes in base64. The first one
   * encrypts, all of them decrypt.
   */
  @IsOptional()
  @Faultless(faultOfKeyRing)
  TOKEN_KEYS?: string;

  /** A file that holds TOKEN_KEYS instead. */
  TOKEN_KEYS_FILE?: string;

  /** The mail server that notices are sent by, with user and password: `smtp://` or `smtps://`. Without it none is sent. */
  @IsOptional()
  @Faultless(faultOfMailServer)
  SMTP_URL?: string;

  /** A file that holds SMTP_URL instead. */
  SMTP_URL_FILE?: string;

  /** The address that mail comes from. */
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address, without a name' })
  MAIL_FROM?: string;

  /**
   * Where vulnerabilities of this installation are reported: https:, mailto: or tel:, separated by commas. Everybody sees it
   * at /.well-known/security.txt; without it there is no such file.
   */
  @IsOptional()
  @Faultless(faultOfContacts)
  SECURITY_CONTACT?: string;

  /** For how many minutes the server searches Google's lists for a post that Google may have taken. */
  @WholeNumber(1, 24 * 60)
  PUBLISH_SETTLE_MINUTES = 10;

  /**
   * The step after Google neither confirmed a post nor lists it: `hold` it for a person's decision, `resend-answered`
   * (after an error answer of Google), or `resend`.
   */
  @IsIn(UNCONFIRMED, { message: `must be ${UNCONFIRMED.join(', ')}` })
  PUBLISH_UNCONFIRMED: (typeof UNCONFIRMED)[number] = 'hold';

  /** For how many hours after its time a post is still published. */
  @WholeNumber(1, 24 * 30)
  PUBLISH_LATE_HOURS = 24;

  /** How many changes of locations Google takes of the project in a day; it can raise them on request. */
  @WholeNumber(100, 100_000_000)
  GOOGLE_UPDATES_PER_DAY = 10_000;

  /** How often all locations are read from Google to see what has changed, in minutes. */
  @WholeNumber(15, 24 * 60)
  READ_EVERY_MINUTES = 60;

  /** How often new and changed reviews are read from Google, in minutes. */
  @WholeNumber(5, 24 * 60)
  READ_REVIEWS_EVERY_MINUTES = 15;

  /** For how many months the change log is kept. */
  @WholeNumber(1, 120)
  CHANGES_KEPT_MONTHS = 24;

  /** Whether many locations can be changed at once (bulk edits). What was confirmed before goes on all the same. */
  @Switch()
  BULK_EDITS = true;

  /** Whether sample data takes the specified time to load. */
  @Switch()
  SAMPLE_DELAYS = true;

  /** The lowest level of log lines that are written. */
  @IsIn(LOG_LEVELS, { message: `must be ${LOG_LEVELS.slice(0, -1).join(', ')} or ${LOG_LEVELS.at(-1)}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** The TCP port of this process's metrics for Prometheus, under /metrics; without it there are none. */
  @IsOptional()
  @WholeNumber(0, 65535)
  METRICS_PORT?: number;

  /** The address of the metrics port. It has no access control: keep it internal. Foreign `Host` headers are refused. */
  @IsNotEmpty({ message: 'must not be empty' })
  METRICS_HOST = '127.0.0.1';

  /**
   * For how many seconds the server still answers requests after a signal to stop, while the readiness check fails: a load
   * balancer needs this time to notice. 5 in production, else 0.
   */
  @IsOptional()
  @WholeNumber(0, 10)
  STOP_GRACE_SECONDS?: number;

  /** The address in the browser: PUBLIC_ORIGIN, else this machine's own. */
  get publicOrigin(): string {
    return this.PUBLIC_ORIGIN ?? `http://localhost:${this.PORT}`;
  }

  /** How long requests are still answered after a signal to stop (ms). */
  get stopGraceMs(): number {
    return 1000 * (this.STOP_GRACE_SECONDS ?? (this.NODE_ENV === 'production' ? 5 : 0));
  }

  /** Whether cookies can carry Secure and the `__Host-` prefix. */
  get isHttps(): boolean {
    return this.publicOrigin.startsWith('https:');
  }

  /** The trusted proxies, for Express's `trust proxy`. */
  get trustedProxies(): number | string[] | false {
    return readTrustedProxies(this.TRUST_PROXY);
  }

  /** Whether users can sign in; without Firebase the sign-in routes say what is missing. */
  get hasFirebase(): boolean {
    return this.FIREBASE_PROJECT_ID !== undefined && this.FIREBASE_WEB_API_KEY !== undefined;
  }

  /** The OAuth client; without it users can neither sign in with Google nor connect a Business Profile. */
  get googleClient(): { id: string; secret: string } | undefined {
    const [id, secret] = [this.GOOGLE_CLIENT_ID, this.GOOGLE_CLIENT_SECRET];
    return id !== undefined && secret !== undefined ? { id, secret } : undefined;
  }
}

/**
 * Reads and checks the configuration, and the files of secrets that it names. An empty variable counts as not set.
 * @throws EnvError that names all faulty variables at once.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.keys(new Env()).flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  ) as Record<string, string>;
  const faults = readSecretFiles(given);
  const env = plainToInstance(Env, given, { exposeDefaultValues: true });
  for (const { property, constraints = {} } of validateSync(env, { stopAtFirstError: true }))
    faults.push(`${property} ${Object.values(constraints).join(', ')}`);
  faults.push(...crossFaults(env));
  if (faults.length > 0) throw new EnvError(faults);
  return env;
}

/** The configuration from the environment and a `.env` file in the working folder. Errors: EnvError. */
export function readConfiguration(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readEnv(process.env);
}
