import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface Span {
  name: string;
  /** The instrumentation that has made it. */
  by: string;
  attributes: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    scopeSpans: {
      scope: { name: string };
      spans: { name: string; attributes: { key: string; value: Record<string, unknown> }[] }[];
    }[];
  }[];
}

/** Takes traces as a collector does, by OTLP over HTTP in JSON. */
export interface TraceReceiver {
  endpoint: string;
  spans: Span[];
  /** Everything that has come, as it came. */
  received(): string;
  close(): void;
}

/** Starts a receiver on a free port of this machine. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      spans.push(...spansIn(JSON.parse(body) as Export));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  const port = await listen(server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    received: () => bodies.join('\n'),
    close: () => void server.close(),
  };
}

function spansIn({ resourceSpans }: Export): Span[] {
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map(({ name, attributes }) => ({
        name,
        by: scope.name,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      })),
    ),
  );
}
