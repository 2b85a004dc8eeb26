// Loaded into server processes before their program: they look for what is due twice a second, so that a day of another
// clock takes minutes.
import type { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';
import { methodsOf } from './product.ts';

const EVERY_MS = 500;

const tasks = await methodsOf<IntervalTasks>('jobs/interval-tasks', 'IntervalTasks');
const { repeat } = tasks;
tasks.repeat = function (name, everyMs, tick) {
  repeat.call(this, name, Math.min(everyMs, EVERY_MS), tick);
};
