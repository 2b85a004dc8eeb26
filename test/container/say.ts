/** What a person can do something about: its message is shown alone, without a stack. */
export class Trouble extends Error {}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
