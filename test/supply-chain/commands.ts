import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/embedded/prepare.mjs';
import { type AuditReport, graveAdvisories } from './advisories.ts';
import { licenceFaults, packagesByLicence } from './licences.ts';
import { readPackages } from './lockfile.ts';
import { sbomOf } from './sbom.ts';
import { secretsInFiles, secretsInHistory } from './secret-scan.ts';
import { shippedPaths } from './shipped.ts';

/** Where the bill of materials goes: beside the builds, never into the repository. */
const SBOM_FILE = 'dist/sbom.cdx.json';

/** What each command looks for: it prints what it saw, and returns a sentence for each thing that is wrong. */
export const commands: Record<string, () => string[] | Promise<string[]>> = {
  advisories,
  licences,
  sbom,
  secrets,
};

/** Whether a package that is shipped has a known grave fault; asks the registry. */
function advisories(): string[] {
  const shipped = shippedPaths(root, readPackages(root));
  const { npm_execpath: npm } = process.env;
  const { stdout } = npm
    ? spawnSync(process.execPath, [npm, 'audit', '--json'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      })
    : spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { vulnerabilities, message } = JSON.parse(stdout) as AuditReport;
  if (!vulnerabilities) return [`npm audit could not ask the registry: ${message ?? 'it gave no reason'}`];
  const faults = graveAdvisories(vulnerabilities, shipped);
  console.log(`${shipped.length} packages are shipped; grave faults are known of ${faults.length}.`);
  return faults;
}

function licences(): string[] {
  const packages = readPackages(root);
  const shipped = shippedPaths(root, packages);
  for (const [licence, names] of packagesByLicence(shipped, packages))
    console.log(`${licence} (${names.length})\n  ${names.join('\n  ')}`);
  return licenceFaults(shipped, packages);
}

function sbom(): string[] {
  const packages = readPackages(root);
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license: string;
  };
  const document = sbomOf(product, shippedPaths(root, packages), packages, new Date());
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, SBOM_FILE), `${JSON.stringify(document, undefined, 2)}\n`);
  console.log(`${SBOM_FILE} names ${document.components.length} packages.`);
  return [];
}

async function secrets(): Promise<string[]> {
  const { commits, isShallow, found } = await secretsInHistory(root);
  console.log(
    `Looked through ${commits} commits${isShallow ? ' (older ones are not in this clone)' : ''} and all files.`,
  );
  return [...secretsInFiles(root), ...found];
}
