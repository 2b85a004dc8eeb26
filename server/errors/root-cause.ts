/** The innermost cause. A failed query's own message is not for the log: it repeats what people wrote. */
export function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}
