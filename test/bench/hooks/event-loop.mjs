// Loaded into server processes before their program: whoever asks at BENCH_EVENT_LOOP_PORT is told the longest stretch of the
// thread's time (ms) since the last time in which nothing else had its turn. Time in which the machine gives the processor
// to others, such as the compiler on the same core, does not count. Plain JavaScript, as the other hook.
import { createServer } from 'node:http';

let before = usedMs();
let longest = 0;
setInterval(() => {
  const now = usedMs();
  longest = Math.max(longest, now - before);
  before = now;
}, 1).unref();

createServer((_request, response) => {
  response.end(JSON.stringify(longest));
  longest = 0;
})
  .listen(Number(process.env.BENCH_EVENT_LOOP_PORT), '127.0.0.1')
  .unref();

function usedMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
