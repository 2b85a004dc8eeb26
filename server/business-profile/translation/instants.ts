/** The years that Postgres and ISO 8601 both write with four digits. */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** An instant as Google writes it (RFC 3339); null for anything else, and for one that cannot be stored. */
export function toInstant(text: unknown): Date | null {
  const time = typeof text === 'string' ? Date.parse(text) : NaN;
  return time >= FIRST_MS && time <= LAST_MS ? new Date(time) : null;
}
