import { Injectable } from '@nestjs/common';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { Database } from '../database/database.js';
import type { ExportedList, Unwritten } from './exported-list.js';

/** How many rows are read at once: the work on them keeps other requests waiting for a few milliseconds. */
const PAGE = 100;

/** A row, and its place in the order of its list. */
interface Placed<Row> {
  row: Row;
  place: Record<number, unknown>;
}

/** Reads the lists of the export: those of a workspace, and those of a person. */
@Injectable()
export class ExportedRows {
  constructor(private readonly database: Database) {}

  /** A short list, read at once. */
  async whole<Item, Row>(list: ExportedList<Item, Row>, ownerId: string): Promise<Unwritten<Item>[]> {
    return this.itemsOf(list, await this.select(list, ownerId));
  }

  /** A list that may be long, page by page. Each page begins after the last row of the page before it. */
  async *pages<Item, Row>(
    list: ExportedList<Item, Row>,
    ownerId: string,
  ): AsyncGenerator<Unwritten<Item>[], void, void> {
    let rows = await this.page(list, ownerId);
    while (rows.length > 0) {
      yield await this.itemsOf(list, rows);
      rows = await this.page(list, ownerId, rows.at(-1));
    }
  }

  private async page<Item, Row>(
    list: ExportedList<Item, Row>,
    ownerId: string,
    after?: Placed<Row>,
  ): Promise<Placed<Row>[]> {
    const { order, page = PAGE } = list;
    const values = order.map((column, index) => sql.param(after?.place[index], column));
    const isNext = sql`(${sql.join([...order], sql`, `)}) > (${sql.join(values, sql`, `)})`;
    return this.select(list, ownerId, page, after && isNext);
  }

  private async select<Item, Row>(
    { from, join = [], owner, order, fields }: ExportedList<Item, Row>,
    ownerId: string,
    limit?: number,
    isNext?: SQL,
  ): Promise<Placed<Row>[]> {
    const place = Object.fromEntries(order.entries());
    const query = this.database.orm.select({ row: fields, place }).from(from).$dynamic();
    for (const [table, on] of join) query.leftJoin(table, on);
    query.where(and(eq(owner, ownerId), isNext)).orderBy(...order.map((column) => asc(column)));
    if (limit !== undefined) query.limit(limit);
    return query;
  }

  private itemsOf<Item, Row>(
    { toItems }: ExportedList<Item, Row>,
    placed: Placed<Row>[],
  ): Promise<Unwritten<Item>[]> {
    const rows = placed.map(({ row }) => row);
    return toItems ? toItems(rows, this.database.orm) : Promise.resolve(rows as unknown as Unwritten<Item>[]);
  }
}
