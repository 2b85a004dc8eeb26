/** What the benches use of autocannon, which brings no types. */
declare module 'autocannon' {
  interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Client {
    setRequests(requests: Request[]): void;
  }
  interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration?: number;
    /** How many requests in all, instead of a duration. */
    amount?: number;
    /** Puts an id of its own in place of `[<id>]` into each request. */
    idReplacement?: boolean;
    setupClient?: (client: Client) => void;
  }
  interface Result {
    /** In seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }
  interface Running extends Promise<Result> {
    on(event: 'response', listener: () => void): void;
  }
  export default function autocannon(options: Options): Running;
}
