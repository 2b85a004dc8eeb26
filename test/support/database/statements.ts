import type { Database } from '../../../dist/server/database/database.js';

/** A statement as the database was given it. */
export interface Statement {
  text: string;
  values: unknown[];
}

interface Client {
  query: Query;
}
type Query = (query: string | Partial<Statement>, values?: unknown[], ...rest: unknown[]) => Promise<unknown>;

/**
 * Calls back for each statement before it is sent, outside transactions and within them.
 * @returns a function that ends it
 */
export function watchStatements(database: Database, see: (statement: Statement) => void): () => void {
  const endOutside = watch(outsideOf(database), see);
  const { transaction } = database;
  database.transaction = (work, config) =>
    transaction.call(
      database,
      async (tx) => {
        const end = watch((tx as unknown as { session: { client: Client } }).session.client, see);
        return work(tx).finally(end);
      },
      config,
    ) as ReturnType<typeof work>;
  return () => {
    endOutside();
    database.transaction = transaction;
  };
}

/** What sends the statements of no transaction. */
function outsideOf({ orm }: Database): Client {
  return (orm as unknown as { $client: Client }).$client;
}

function watch(client: Client, see: (statement: Statement) => void): () => void {
  const { query } = client;
  client.query = (given, ...rest) => {
    const { text = '', values = [] } = typeof given === 'string' ? { text: given } : given;
    see({ text, values: rest[0] ?? values });
    return query.call(client, given, ...rest);
  };
  return () => {
    client.query = query;
  };
}

/** Notes each statement that is sent outside a transaction; `take` answers those since the last time. */
export function noteStatements(database: Database): { take: () => Statement[] } {
  let noted: Statement[] = [];
  watch(outsideOf(database), (statement) => noted.push(statement));
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
