// Loaded into server processes before their program: whoever asks at BENCH_EVENT_LOOP_PORT is told the longest stretch (ms)
// for which the event loop was held since the last time. Plain JavaScript, as the other hook.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
createServer((_request, response) => {
  response.end(JSON.stringify(delays.max / 1e6));
  delays.reset();
})
  .listen(Number(process.env.BENCH_EVENT_LOOP_PORT), '127.0.0.1')
  .unref();
