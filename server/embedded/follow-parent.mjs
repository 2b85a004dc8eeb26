// Ends this process, politely, when the one that started it is gone, however it went. npm passes a SIGTERM on to the
// shell between it and us and no further, and nobody gets a chance to pass on a `kill -9`: without this the server
// would stay behind and hold the port.
import { readFileSync } from 'node:fs';

const before = ancestors();
const check = setInterval(() => {
  if (ancestors() === before) return;
  clearInterval(check);
  process.kill(process.pid, 'SIGTERM');
}, 200);
check.unref();

/** The parent and, if that is a shell, its parent too: dash stays in memory between npm and what npm runs. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
    return name === 'sh' ? `${process.ppid} ${grandparent}` : `${process.ppid}`;
  } catch {
    return `${process.ppid}`;
  }
}
