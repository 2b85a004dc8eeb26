import { register } from 'node:module';

/** Traces never show the query of an address, which may hold an authorization code. */
const WITHOUT_QUERY = { 'url.query': undefined };

/** Called every few seconds and not worth tracing. */
const HEALTH = '/api/health/';

/** How long an end waits for the last spans to be sent (ms). */
const SEND_WITHIN_MS = 3_000;

/** Whether OpenTelemetry's own variables ask for traces. */
function isWanted(env: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT } = env;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return false;
  return Boolean(
    OTEL_TRACES_EXPORTER || OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  );
}

/**
 * Starts sending traces of requests, of queries and of calls to other services if OpenTelemetry's own variables ask for
 * it; otherwise it loads none of OpenTelemetry. Call it before any traced module is loaded: they are changed while they load.
 * @returns a function that sends the remaining traces and ends tracing
 */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  if (!isWanted(env)) return () => Promise.resolve();
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const [
    { NodeSDK },
    { HttpInstrumentation },
    { ExpressInstrumentation },
    { PgInstrumentation },
    { UndiciInstrumentation },
  ] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/instrumentation-http'),
    import('@opentelemetry/instrumentation-express'),
    import('@opentelemetry/instrumentation-pg'),
    import('@opentelemetry/instrumentation-undici'),
  ]);
  const sdk = new NodeSDK({
    serviceName: env.OTEL_SERVICE_NAME ?? 'shingle',
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => url?.startsWith(HEALTH) === true,
        startIncomingSpanHook: () => WITHOUT_QUERY,
        startOutgoingSpanHook: ({ protocol, hostname, port, path }) => ({
          ...WITHOUT_QUERY,
          'url.full': `${protocol ?? 'http:'}//${hostname ?? ''}${port ? `:${port}` : ''}${pathOf(path)}`,
        }),
      }),
      // Middleware would add dozens of spans, and the HTTP span already has the route.
      new ExpressInstrumentation({ ignoreLayersType: ['middleware' as never] }),
      // Statements without their values.
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({
        startSpanHook: ({ origin, path }) => ({ ...WITHOUT_QUERY, 'url.full': origin + pathOf(path) }),
      }),
    ],
    // Logs go through pino and metrics through Prometheus.
    logRecordProcessors: [],
    metricReaders: [],
  });
  sdk.start();
  return async () => {
    const tooLong = new Promise<void>((resolve) => void setTimeout(resolve, SEND_WITHIN_MS).unref());
    await Promise.race([sdk.shutdown().catch(() => undefined), tooLong]);
  };
}

function pathOf(path: string | null | undefined): string {
  return (path ?? '').split('?', 1).join();
}
