import { customType } from 'drizzle-orm/pg-core';

/** Any JSON, also a text alone. (Drizzle's own `jsonb` reads a text such as "12345" once more, and makes it a number.) */
export const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
