/** A field with a value, as the text that is compared; see `changes/texts.ts`. */
export interface FieldText {
  field: string;
  text: string;
}

/** One request that changes something, and what was answered. */
export interface Asked {
  /** Which person made it. */
  person: number;
  act: string;
  place: string;
  /** What fields are to have; empty where only the product knows. */
  wanted: FieldText[];
  /** What the tab had seen of these fields, as it said; none where it did not say. */
  saw?: FieldText[];
  /** The change, or the edit of Google, that it is about. */
  about?: string;
  /** When it was asked and answered, in ms since 1970. */
  from: number;
  to: number;
  /** 0: there was no answer. */
  status: number;
  code: string | null;
}

/** Whether the answer promises that Google has it. */
export function isDone({ status }: Pick<Asked, 'status'>): boolean {
  return status === 200 || status === 204;
}

/** Answers that do not say what became of it. */
const UNKNOWN: readonly (string | null)[] = ['google/unconfirmed', 'google/changed', 'internal', null];

/** Whether the answer promises that nothing was made of it. */
export function isRefused({ status, code }: Asked): boolean {
  return status >= 400 && !UNKNOWN.includes(code);
}
