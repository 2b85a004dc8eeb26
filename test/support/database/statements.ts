import type { Database } from '../../../dist/server/database/database.js';

/** A statement as the database was given it. */
export interface Statement {
  text: string;
  values: unknown[];
}

interface Client {
  $client: { query: Query };
}
type Query = (query: string | Partial<Statement>, values?: unknown[], ...rest: unknown[]) => Promise<unknown>;

/** Notes each statement that is sent outside a transaction; `take` answers those since the last time. */
export function noteStatements(database: Database): { take: () => Statement[] } {
  let noted: Statement[] = [];
  const client = (database.orm as unknown as Client).$client;
  const query = client.query.bind(client);
  client.query = (given, ...rest) => {
    const { text = '', values = [] } = typeof given === 'string' ? { text: given } : given;
    noted.push({ text, values: rest[0] ?? values });
    return query(given, ...rest);
  };
  return {
    take() {
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}

/** A step of a plan: how a table is read, and by which index. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** How the database would carry a statement out: all steps that read a table. */
export async function planOf(database: Database, { text, values }: Statement): Promise<PlanNode[]> {
  const { rows } = await database.executeSql(`explain (format json) ${text}`, values);
  return stepsOf(rows).filter((node) => node['Relation Name'] !== undefined);
}

/** Carries a statement out. @returns how many rows of that table it looked at, each as often as it did */
export async function rowsReadOf(
  database: Database,
  { text, values }: Statement,
  table: string,
): Promise<number> {
  const { rows } = await database.executeSql(`explain (analyze, format json) ${text}`, values);
  const steps = stepsOf(rows).filter((node) => node['Relation Name'] === table);
  return steps.reduce((sum, step) => {
    const {
      'Actual Rows': found = 0,
      'Rows Removed by Filter': passed = 0,
      'Actual Loops': loops = 1,
    } = step;
    return sum + (found + passed) * loops;
  }, 0);
}

function stepsOf(rows: unknown[]): PlanNode[] {
  const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': { Plan: PlanNode }[] }];
  const below = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(below)];
  return plans.flatMap(({ Plan }) => below(Plan));
}
