// Loaded into server processes before their program: they look for what is due twice a second, so that a day of another
// clock takes minutes.
import type { IntervalTasks } from '../../../../dist/server/jobs/interval-tasks.js';

const EVERY_MS = 500;

const { IntervalTasks: tasks } = (await import(`${process.env.CHAOS_SERVER}/jobs/interval-tasks.js`)) as {
  IntervalTasks: { prototype: IntervalTasks };
};

const { repeat } = tasks.prototype;
tasks.prototype.repeat = function (name, everyMs, tick) {
  repeat.call(this, name, Math.min(everyMs, EVERY_MS), tick);
};
