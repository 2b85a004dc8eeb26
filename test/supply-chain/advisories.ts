/** The part that matters here of what `npm audit --json` prints (auditReportVersion 2); without it npm could not ask. */
export interface AuditReport {
  vulnerabilities?: Vulnerabilities;
  message?: string;
}

type Vulnerabilities = Record<string, { severity: string; nodes: string[]; range: string }>;

const GRAVE = ['high', 'critical'];

/** A sentence for each shipped package with a known fault that is high or critical. */
export function graveAdvisories(vulnerabilities: Vulnerabilities, shipped: string[]): string[] {
  return Object.entries(vulnerabilities)
    .filter(
      ([, { severity, nodes }]) => GRAVE.includes(severity) && nodes.some((node) => shipped.includes(node)),
    )
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
}
