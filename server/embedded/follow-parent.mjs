// Ends this process by SIGTERM when its parent is gone. npm passes a SIGTERM on to its shell only, and a `kill -9` cannot
// be passed on at all: without this file the server would keep running and hold the port.
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
