import { plainToInstance } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  validateSync,
} from 'class-validator';
import { Faultless, LOOPBACK, ServiceAddress, Switch, WholeNumber } from './env-rules.js';
import { faultOfKeyRing } from './key-ring.js';
import { readSecretFiles } from './secret-files.js';
import { faultOfTrustedProxies, readTrustedProxies } from './trusted-proxies.js';

const UNCONFIRMED = ['hold', 'resend-answered', 'resend'] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/**
 * Every environment variable that the server reads, with its default and its rule.
 * `.env.example` lists the same names; a test compares the two.
 */
export class Env {
  /** `production` forbids the Auth emulator and demands PUBLIC_ORIGIN. */
  @IsIn(['development', 'test', 'production'], { message: 'must be development, test or production' })
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  /** The TCP port to listen on. */
  @WholeNumber(0, 65535)
  PORT = 3000;

  /** The address to listen on. */
  @IsNotEmpty({ message: 'must not be empty' })
  HOST = '127.0.0.1';

  /** The address in the browser, without a path. Requests for any other host are refused. Required in production. */
  @IsOptional()
  @Matches(/^https?:\/\/[^/?#]+$/, { message: 'must be an address without a path or a slash at its end' })
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'must be an http or https address' },
  )
  PUBLIC_ORIGIN?: string;

  /**
   * Which proxies stand in front: their number, or their addresses and subnets, separated by commas. Only these are
   * believed when they say whose request they pass on.
   */
  @IsOptional()
  @Faultless(faultOfTrustedProxies)
  TRUST_PROXY?: string;

  /** Whether requests are limited; `off` is for load tests. */
  @Switch()
  @IsBoolean({ message: 'must be on or off' })
  THROTTLE = true;

  /** Where the embedded database and its lock lie. */
  @IsNotEmpty({ message: 'must not be empty' })
  DATA_DIR = '.data';

  /** A Postgres connection string; without it the embedded database is used. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'must begin with postgres:// or postgresql://' })
  DATABASE_URL?: string;

  /** A file that holds DATABASE_URL instead. */
  DATABASE_URL_FILE?: string;

  /** The Firebase project that signs people in. */
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

  /** The OAuth client of the Google Cloud project through which people sign in and connect a Business Profile. */
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

  /** Where codes and refresh tokens are exchanged. */
  @ServiceAddress()
  GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';

  /** Where grants are revoked. */
  @ServiceAddress()
  GOOGLE_REVOKE_URL = 'https://oauth2.googleapis.com/revoke';

  /** Who an access token belongs to. */
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
   * The keys that refresh tokens are encrypted under: `name:key`, separated by commas, each key 32 bytes in base64.
   * The first one writes, all of them read.
   */
  @IsOptional()
  @Faultless(faultOfKeyRing)
  TOKEN_KEYS?: string;

  /** A file that holds TOKEN_KEYS instead. */
  TOKEN_KEYS_FILE?: string;

  /** For how many minutes a post that Google may have taken is looked for in its lists. */
  @WholeNumber(1, 24 * 60)
  PUBLISH_SETTLE_MINUTES = 10;

  /**
   * What becomes of a post that Google neither confirmed nor lists: `hold` it for a person, `resend-answered` (after an
   * error answer of Google's), or `resend`.
   */
  @IsIn(UNCONFIRMED, { message: `must be ${UNCONFIRMED.join(', ')}` })
  PUBLISH_UNCONFIRMED: (typeof UNCONFIRMED)[number] = 'hold';

  /** For how many hours after its time a post is still published. */
  @WholeNumber(1, 24 * 30)
  PUBLISH_LATE_HOURS = 24;

  /** Whether sample data takes the specified time to load. */
  @Switch()
  @IsBoolean({ message: 'must be on or off' })
  SAMPLE_DELAYS = true;

  /** The least important lines of the log that are still written. */
  @IsIn(LOG_LEVELS, { message: `must be ${LOG_LEVELS.slice(0, -1).join(', ')} or ${LOG_LEVELS.at(-1)}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** The TCP port at which Prometheus is told this process's figures, under /metrics; without it nobody is. */
  @IsOptional()
  @WholeNumber(0, 65535)
  METRICS_PORT?: number;

  /** The address to listen on for it. Whoever reaches it reads the figures: keep it inside. */
  @IsNotEmpty({ message: 'must not be empty' })
  METRICS_HOST = '127.0.0.1';

  /**
   * For how many seconds requests are still taken after a signal to stop, while the readiness check says no: a load
   * balancer needs them to notice. 5 in production, else 0.
   */
  @IsOptional()
  @WholeNumber(0, 10)
  STOP_GRACE_SECONDS?: number;

  /** The address in the browser: PUBLIC_ORIGIN, else this machine's own. */
  get publicOrigin(): string {
    return this.PUBLIC_ORIGIN ?? `http://localhost:${this.PORT}`;
  }

  /** How long requests are still taken after a signal to stop (ms). */
  get stopGraceMs(): number {
    return 1000 * (this.STOP_GRACE_SECONDS ?? (this.NODE_ENV === 'production' ? 5 : 0));
  }

  /** Whether cookies can carry Secure and the `__Host-` prefix. */
  get isHttps(): boolean {
    return this.publicOrigin.startsWith('https:');
  }

  /** The proxies that are believed, for Express's `trust proxy`. */
  get trustedProxies(): number | string[] | false {
    return readTrustedProxies(this.TRUST_PROXY);
  }

  /** Whether anybody can sign in at all; without it the sign-in routes say what is missing. */
  get hasFirebase(): boolean {
    return this.FIREBASE_PROJECT_ID !== undefined && this.FIREBASE_WEB_API_KEY !== undefined;
  }

  /** The OAuth client, if there is one: without it nobody can sign in with Google or connect a Business Profile. */
  get googleClient(): { id: string; secret: string } | undefined {
    const [id, secret] = [this.GOOGLE_CLIENT_ID, this.GOOGLE_CLIENT_SECRET];
    return id !== undefined && secret !== undefined ? { id, secret } : undefined;
  }
}

/** Thrown by `readEnv`: one line for each faulty variable, by name, never with its value. */
export class EnvError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
  }
}

const ADDRESSES = [
  'GOOGLE_AUTH_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_REVOKE_URL',
  'GOOGLE_USERINFO_URL',
  'GBP_ACCOUNTS_URL',
  'GBP_INFORMATION_URL',
  'GBP_VERIFICATIONS_URL',
  'GBP_PERFORMANCE_URL',
  'GBP_V4_URL',
] as const;

/** Rules that span several variables. */
function crossFaults(env: Env): string[] {
  const faults: string[] = [];
  if (env.NODE_ENV === 'production' && env.PUBLIC_ORIGIN === undefined)
    faults.push(
      'PUBLIC_ORIGIN is required when NODE_ENV is production: the https address in the browser, such as https://shop.example',
    );
  if (env.NODE_ENV === 'production' && env.FIREBASE_AUTH_EMULATOR_HOST !== undefined)
    faults.push(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator accepts forged sessions',
    );
  if (env.NODE_ENV === 'production' && !env.THROTTLE)
    faults.push('THROTTLE must not be off in production: passwords could be guessed without end');
  const simulated = ADDRESSES.filter((name) => env[name].startsWith('http:'));
  if (env.NODE_ENV === 'production' && simulated.length > 0)
    faults.push(`${simulated.join(', ')} must be https in production`);
  if (env.FIREBASE_PROJECT_ID !== undefined && env.FIREBASE_WEB_API_KEY === undefined)
    faults.push('FIREBASE_WEB_API_KEY is required when FIREBASE_PROJECT_ID is set');
  if (env.FIREBASE_WEB_API_KEY !== undefined && env.FIREBASE_PROJECT_ID === undefined)
    faults.push('FIREBASE_PROJECT_ID is required when FIREBASE_WEB_API_KEY is set');
  if (env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET === undefined)
    faults.push('GOOGLE_CLIENT_SECRET is required when GOOGLE_CLIENT_ID is set');
  if (env.GOOGLE_CLIENT_SECRET !== undefined && env.GOOGLE_CLIENT_ID === undefined)
    faults.push('GOOGLE_CLIENT_ID is required when GOOGLE_CLIENT_SECRET is set');
  if (env.googleClient && env.TOKEN_KEYS === undefined)
    faults.push(
      'TOKEN_KEYS is required when GOOGLE_CLIENT_ID is set: connections are stored encrypted. Make one with: echo "k1:$(openssl rand -base64 32)"',
    );
  if (env.PUBLIC_ORIGIN !== undefined && URL.canParse(env.PUBLIC_ORIGIN) && !env.isHttps) {
    if (!LOOPBACK.includes(new URL(env.PUBLIC_ORIGIN).hostname))
      faults.push('PUBLIC_ORIGIN must begin with https:// unless it is this machine (localhost)');
  }
  return faults;
}

/**
 * Reads and checks the configuration, and the files that it names for secrets. An empty variable counts as not set.
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
