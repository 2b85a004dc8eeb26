import { plainToInstance, Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  validateSync,
} from 'class-validator';

const ON = ['on', 'true', '1'];
const OFF = ['off', 'false', '0'];

/** Turns `on`/`off` (or true/false, 1/0) into a boolean; anything else stays as it is and fails validation. */
function Switch(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string') return value;
    const word = value.toLowerCase();
    if (ON.includes(word)) return true;
    return OFF.includes(word) ? false : value;
  });
}

function WholeNumber(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
  );
}

/**
 * Every environment variable that the server reads, with its default and its rule.
 * `.env.example` lists the same names; a test compares the two.
 */
export class Env {
  /** `production` forbids the Auth emulator and demands an https address. */
  @IsIn(['development', 'test', 'production'], { message: 'must be development, test or production' })
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  /** The TCP port to listen on. */
  @WholeNumber()
  @Max(65535, { message: 'must be from 0 to 65535' })
  @Min(0, { message: 'must be from 0 to 65535' })
  @IsInt({ message: 'must be a whole number' })
  PORT = 3000;

  /** The address to listen on. */
  @IsNotEmpty({ message: 'must not be empty' })
  HOST = '127.0.0.1';

  /** The address in the browser, without a path. Requests for any other host are refused. */
  @IsOptional()
  @Matches(/^https?:\/\/[^/?#]+$/, { message: 'must be an address without a path or a slash at its end' })
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'must be an http or https address' },
  )
  PUBLIC_ORIGIN?: string;

  /** Where the embedded database and its lock lie. */
  @IsNotEmpty({ message: 'must not be empty' })
  DATA_DIR = '.data';

  /** A Postgres connection string; without it the embedded database is used. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'must begin with postgres:// or postgresql://' })
  DATABASE_URL?: string;

  /** The Firebase project that signs people in. */
  @IsOptional()
  @IsNotEmpty({ message: 'must not be empty' })
  FIREBASE_PROJECT_ID?: string;

  /** The web API key of that project; it stays on the server. */
  @IsOptional()
  @IsNotEmpty({ message: 'must not be empty' })
  FIREBASE_WEB_API_KEY?: string;

  /** The path of a service account's JSON file; read by firebase-admin itself. */
  @IsOptional()
  @IsString({ message: 'must be a path' })
  GOOGLE_APPLICATION_CREDENTIALS?: string;

  /** host:port of a Firebase Auth emulator, for development and tests. */
  @IsOptional()
  @Matches(/^[^/\s]+:\d+$/, { message: 'must be host:port, without http://' })
  FIREBASE_AUTH_EMULATOR_HOST?: string;

  /** Whether sample data takes the specified time to load. */
  @Switch()
  @IsBoolean({ message: 'must be on or off' })
  SAMPLE_DELAYS = true;

  /** The address in the browser: PUBLIC_ORIGIN, else this machine's own. */
  get publicOrigin(): string {
    return this.PUBLIC_ORIGIN ?? `http://localhost:${this.PORT}`;
  }

  /** Whether cookies can carry Secure and the `__Host-` prefix. */
  get isHttps(): boolean {
    return this.publicOrigin.startsWith('https:');
  }

  /** Whether anybody can sign in at all; without it the sign-in routes say what is missing. */
  get hasFirebase(): boolean {
    return this.FIREBASE_PROJECT_ID !== undefined && this.FIREBASE_WEB_API_KEY !== undefined;
  }
}

/** Thrown by `readEnv`: one line for each faulty variable, by name, never with its value. */
export class EnvError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Rules that span several variables. */
function crossFaults(env: Env): string[] {
  const faults: string[] = [];
  if (env.NODE_ENV === 'production' && env.FIREBASE_AUTH_EMULATOR_HOST !== undefined)
    faults.push(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator accepts forged sessions',
    );
  if (env.FIREBASE_PROJECT_ID !== undefined && env.FIREBASE_WEB_API_KEY === undefined)
    faults.push('FIREBASE_WEB_API_KEY is required when FIREBASE_PROJECT_ID is set');
  if (env.FIREBASE_WEB_API_KEY !== undefined && env.FIREBASE_PROJECT_ID === undefined)
    faults.push('FIREBASE_PROJECT_ID is required when FIREBASE_WEB_API_KEY is set');
  if (env.PUBLIC_ORIGIN !== undefined && URL.canParse(env.PUBLIC_ORIGIN) && !env.isHttps) {
    if (!LOOPBACK.includes(new URL(env.PUBLIC_ORIGIN).hostname))
      faults.push('PUBLIC_ORIGIN must begin with https:// unless it is this machine (localhost)');
  }
  return faults;
}

/**
 * Reads and checks the configuration. An empty variable counts as not set.
 * @throws EnvError that names all faulty variables at once.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.keys(new Env()).flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  );
  const env = plainToInstance(Env, given, { exposeDefaultValues: true });
  const faults = validateSync(env, { stopAtFirstError: true }).map(
    (fault) => `${fault.property} ${Object.values(fault.constraints ?? {}).join(', ')}`,
  );
  faults.push(...crossFaults(env));
  if (faults.length > 0) throw new EnvError(faults);
  return env;
}
