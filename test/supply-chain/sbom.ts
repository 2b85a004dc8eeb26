import { licenceOf } from './licences.ts';
import { dependenciesOf, nameOf, type Packages } from './lockfile.ts';

interface Component {
  type: 'application' | 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: 'SHA-512'; content: string }[];
  licenses?: ({ license: { id: string } } | { expression: string })[];
}

/** A CycloneDX document (https://cyclonedx.org/docs/1.5/json/), as far as it is filled in here. */
export interface Sbom {
  bomFormat: 'CycloneDX';
  specVersion: '1.5';
  version: 1;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * The bill of materials of what is shipped: each version of each package once, with its hash, its licence and what it
 * depends on.
 * @param product name and version of the repository
 */
export function sbomOf(
  product: { name: string; version: string; license: string },
  paths: string[],
  packages: Packages,
  madeAt: Date,
): Sbom {
  const byRef = Map.groupBy(paths, (path) => purlOf(path, packages));
  const shipped = new Set(paths);
  const refs = (path: string): string[] =>
    dependenciesOf(path, packages)
      .filter((dependency) => shipped.has(dependency))
      .map((dependency) => purlOf(dependency, packages));
  const own = `pkg:npm/${product.name}@${product.version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: madeAt.toISOString(),
      component: {
        type: 'application',
        'bom-ref': own,
        name: product.name,
        version: product.version,
        purl: own,
        licenses: [{ license: { id: product.license } }],
      },
    },
    components: [...byRef].map(([ref, [path = '']]) => componentOf(ref, path, packages)),
    dependencies: [
      // What the client is built from counts as ours, although npm calls it development.
      { ref: own, dependsOn: unique([...refs(''), ...bundled(packages).filter((ref) => byRef.has(ref))]) },
      ...[...byRef].map(([ref, at]) => ({ ref, dependsOn: unique(at.flatMap(refs)) })),
    ],
  };
}

function componentOf(ref: string, path: string, packages: Packages): Component {
  const licence = licenceOf(path, packages);
  const { version = '', integrity = '' } = packages[path] ?? {};
  return {
    type: 'library',
    'bom-ref': ref,
    name: nameOf(path, packages),
    version,
    purl: ref,
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    ],
    ...(licence && {
      licenses: [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }],
    }),
  };
}

/** A package URL: https://github.com/package-url/purl-spec. */
function purlOf(path: string, packages: Packages): string {
  return `pkg:npm/${nameOf(path, packages).replace('@', '%40')}@${packages[path]?.version}`;
}

function bundled(packages: Packages): string[] {
  return Object.keys(packages['']?.devDependencies ?? {}).map((name) =>
    purlOf(`node_modules/${name}`, packages),
  );
}

function unique(refs: string[]): string[] {
  return [...new Set(refs)].sort();
}
