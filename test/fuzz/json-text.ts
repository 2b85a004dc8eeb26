/** Stands in a JSON text as it is: numbers that no variable can hold, and what is no JSON at all. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A member of an object, for names that an object literal treats in a way of its own, or twice the same. */
export class Members {
  readonly list: [name: string, value: unknown][];

  constructor(list: [name: string, value: unknown][]) {
    this.list = list;
  }
}

/** A value as JSON, with what only a text can say. */
export function toJsonText(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  if (value instanceof Members) return objectText(value.list);
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`;
  if (typeof value === 'object' && value !== null) return objectText(Object.entries(value));
  return JSON.stringify(value) ?? 'null';
}

function objectText(members: [string, unknown][]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${toJsonText(value)}`).join(',')}}`;
}
