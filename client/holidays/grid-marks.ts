/** A place in the grid, from 0. */
export interface Place {
  row: number;
  column: number;
}

/** The block that is marked: from where it began to where the keyboard is. */
export interface Marks {
  anchor: Place;
  active: Place;
  /** Whether it goes on in the rows that are not loaded. */
  isForAll?: boolean;
}

export interface Size {
  rows: number;
  columns: number;
}

/** How many rows Page Up and Page Down move. */
const PAGE = 10;

/** The rows and columns of a block, the first and the last of each. */
export function boundsOf({ anchor, active }: Marks) {
  return {
    rows: [Math.min(anchor.row, active.row), Math.max(anchor.row, active.row)] as const,
    columns: [Math.min(anchor.column, active.column), Math.max(anchor.column, active.column)] as const,
  };
}

/** Whether a place is marked. */
export function isMarked(marks: Marks, { row, column }: Place): boolean {
  const { rows, columns } = boundsOf(marks);
  return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];
}

/** A date at all locations. */
export function markedColumn(column: number, { rows }: Size): Marks {
  return { anchor: { row: 0, column }, active: { row: rows - 1, column }, isForAll: true };
}

/** The whole table. The focus goes to its first cell. */
export function markedAll({ rows, columns }: Size): Marks {
  return {
    anchor: { row: rows - 1, column: columns - 1 },
    active: { row: 0, column: 0 },
    isForAll: true,
  };
}

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** The marks after a key, as grids have it: Shift goes on marking. Undefined: the key does not move. */
export function afterKey(
  marks: Marks,
  { key, shiftKey, ctrlKey, metaKey }: Key,
  size: Size,
): Marks | undefined {
  const { row, column } = marks.active;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const isFar = ctrlKey || metaKey;
  // Ctrl and Space mark the date, Shift and Space the location, Ctrl and A all.
  if (key === ' ' && isFar) return markedColumn(column, size);
  if (key === 'a' && isFar) return markedAll(size);
  if (key === ' ' && shiftKey) return { anchor: { row, column: 0 }, active: { row, column: last.column } };
  const moved: Record<string, Place> = {
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowDown: { row: isFar ? last.row : row + 1, column },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    ArrowRight: { row, column: isFar ? last.column : column + 1 },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? last.row : row, column: last.column },
    PageUp: { row: row - PAGE, column },
    PageDown: { row: row + PAGE, column },
  };
  const next = moved[key];
  if (!next) return undefined;
  const active = {
    row: Math.max(0, Math.min(last.row, next.row)),
    column: Math.max(0, Math.min(last.column, next.column)),
  };
  return { active, anchor: shiftKey ? marks.anchor : active };
}
