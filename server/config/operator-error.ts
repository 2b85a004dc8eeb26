/** A fault that the operator can correct: its message is a sentence that says how. */
export class OperatorError extends Error {}

/** Prints an error and ends the process with code 1: the sentence of an OperatorError, all details of any other. */
export function failStart(error: unknown): never {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exit(1);
}

/**
 * Why a server cannot listen at its port and host, as an `OperatorError` that names the setting to change; any other error
 * as it is. `prefix` begins the names of both settings.
 */
export function explainListenError(error: unknown, prefix: '' | 'METRICS_', port: number): unknown {
  const setting = `${prefix}PORT`;
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port} is taken by another program. Stop that program, or set ${setting} to a free one: ${setting}=3001 npm start`,
        { cause: error },
      );
    case 'EACCES':
      return new OperatorError(
        `This user may not listen on port ${port}. Set ${setting} to one above 1023.`,
        { cause: error },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorError(
        `${prefix}HOST is not an address of this machine. Set it to 127.0.0.1 or 0.0.0.0.`,
        { cause: error },
      );
    default:
      return error;
  }
}
