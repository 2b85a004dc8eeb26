import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../.github/workflows', import.meta.url));

type Permissions = Record<string, 'read' | 'write'>;

interface Job {
  permissions?: Permissions;
  needs?: string | string[];
  environment?: string;
  'runs-on'?: string;
  'timeout-minutes'?: number;
  /** Another workflow of ours, in place of steps. */
  uses?: string;
  steps?: { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Permissions;
  jobs: Record<string, Job>;
}

// The parser that comes along with Nest's OpenAPI support.
const yaml = createRequire(createRequire(import.meta.url).resolve('@nestjs/swagger'))('js-yaml') as {
  load(text: string): unknown;
};
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return { ...(yaml.load(text) as Workflow), text, name };
});
const workflow = (name: string) => {
  const found = workflows.find((each) => each.name === name);
  if (!found) throw new Error(`There is no workflow ${name}.`);
  return found;
};
const stepsOf = ({ steps = [] }: Job) => steps;
/** What a job gets of rights, secrets and environments beyond reading this repository. */
const grantsOf = ({ permissions, environment, ...rest }: Job) => {
  const expressions = [...JSON.stringify(rest).matchAll(/\$\{\{(.*?)\}\}/g)].map(([, inner = '']) =>
    inner.trim(),
  );
  const secrets = expressions.filter((each) => /secrets|token/i.test(each));
  return {
    ...(permissions && { permissions }),
    ...(environment !== undefined && { environment }),
    ...((secrets.length > 0 || 'secrets' in rest) && { secrets }),
  };
};

/** Each right that a job has, on purpose. */
const GRANTS: Record<string, Record<string, ReturnType<typeof grantsOf>>> = {
  'release.yml': {
    image: { permissions: { contents: 'read', packages: 'write' }, secrets: ['github.token'] },
    'image-name': { permissions: { packages: 'write' }, secrets: ['github.token'] },
    'package-on-npm': {
      permissions: { 'id-token': 'write' },
      environment: 'npm',
      secrets: ['secrets.NPM_TOKEN'],
    },
    notes: { permissions: { contents: 'write' }, secrets: ['github.token'] },
  },
};

describe.each(workflows)('the workflow $name', ({ name, text, permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap(stepsOf);

  it('may read this repository, and each job more only as it is listed here', () => {
    expect(permissions).toEqual({ contents: 'read' });
    const granted = Object.entries(jobs)
      .map(([job, content]) => [job, grantsOf(content)] as const)
      .filter(([, grants]) => Object.keys(grants).length > 0);
    expect(Object.fromEntries(granted)).toEqual(GRANTS[name] ?? {});
  });

  it('leaves no credentials in a checkout', () => {
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toMatchObject({ 'persist-credentials': false });
  });

  it('ends, whatever hangs', () => {
    for (const job of Object.values(jobs).filter(({ uses }) => uses === undefined))
      expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
  });

  it('uses actions that nobody can change behind its back, and says which version each is', () => {
    const actions = [...text.matchAll(/^ *(?:- )?uses: (.+)$/gm)].map(([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(0);
    expect(
      actions.filter(
        (action) =>
          !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action) &&
          action !== './.github/workflows/ci.yml',
      ),
    ).toEqual([]);
  });

  it('hands names of branches and tags to a shell as variables, never as a part of its commands', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

describe('all workflows', () => {
  it('have one version of each action', () => {
    const actions = workflows.flatMap(({ text }) =>
      [...text.matchAll(/uses: ([\w-]+\/[\w-]+)@(.+)/g)].map(([, action = '', version = '']) => ({
        action,
        version,
      })),
    );
    const versions = new Map(actions.map(({ action, version }) => [action, version]));
    expect(actions.filter(({ action, version }) => versions.get(action) !== version)).toEqual([]);
  });
});

describe('a release', () => {
  const { on, jobs } = workflow('release.yml');
  const needs = (name: string): string[] => {
    const direct = [jobs[name]?.needs ?? []].flat();
    return [...direct, ...direct.flatMap(needs)];
  };
  const commandsOf = (name: string) =>
    stepsOf(jobs[name] ?? {})
      .flatMap(({ run }) => run ?? [])
      .join('\n');

  it('is made by a tag alone, and by nothing before its version and every test have been looked at', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(workflow('ci.yml').on).toHaveProperty('workflow_call');
    expect(jobs.tests?.uses).toBe('./.github/workflows/ci.yml');
    expect(commandsOf('version')).toBe('node test/release/run.mjs "$GITHUB_REF_NAME"');
    expect(needs('tests')).toEqual(['version']);
    for (const name of Object.keys(jobs).filter((each) => each !== 'version' && each !== 'tests'))
      expect(needs(name)).toContain('tests');
  });

  it('has an image for both kinds of machine, under the name of the repository', () => {
    expect(commandsOf('image-name')).toContain('"$image:$version-amd64" "$image:$version-arm64"');
    expect(JSON.stringify(jobs.image)).toMatch(/amd64.*arm64/);
    for (const name of ['image', 'image-name'])
      expect(commandsOf(name)).toContain('image="ghcr.io/${GITHUB_REPOSITORY,,}');
  });

  it('publishes a package that was packed where nothing may be published, with its provenance', () => {
    expect(needs('package-on-npm')).toContain('package');
    expect(commandsOf('package')).toContain('npm ci --ignore-scripts');
    expect(commandsOf('package')).toContain('npm pack --workspace=gbp-simulator');
    expect(commandsOf('package-on-npm')).toContain('npm publish "./gbp-simulator-$version.tgz" --provenance');
    expect(commandsOf('package-on-npm')).not.toMatch(/npm (ci|install|run)|npx/);
  });

  it('says last what it brings, once all of it can be had', () => {
    expect(needs('notes')).toEqual(expect.arrayContaining(['package-on-npm', 'image-name']));
    expect(commandsOf('notes')).toContain('gh release create "$GITHUB_REF_NAME" --verify-tag');
  });
});

describe('every change', () => {
  const { jobs } = workflow('ci.yml');
  const commands = Object.values(jobs)
    .flatMap(stepsOf)
    .flatMap(({ run }) => run ?? []);

  it('is tested, and its packages and the history are checked', () => {
    const checks = ['secrets', 'licences', 'sbom'].map((name) => `npm run ${name}`);
    expect(commands).toEqual(
      expect.arrayContaining([
        'npm test',
        'npm run test:long',
        'npm run production-install',
        ...checks,
        'npm audit --omit=dev --audit-level=high',
        'npm audit --audit-level=critical',
      ]),
    );
  });

  it('is built as an image for both kinds of machine, which runs read-only and without capabilities until its health check passes', () => {
    expect(jobs.image).toMatchObject({
      strategy: { matrix: { runner: ['ubuntu-24.04', 'ubuntu-24.04-arm'] } },
    });
    expect(commands).toContain('docker build --tag shingle .');
    const run = commands.find((command) => command.startsWith('docker run --detach'));
    expect(run).toMatch(/--read-only --cap-drop ALL --security-opt no-new-privileges/);
    expect(commands).toContainEqual(expect.stringContaining('.State.Health.Status'));
  });
});
