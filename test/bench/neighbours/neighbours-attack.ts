// Carries one attack out in a process of its own, after what measures: it answers when the attack has begun, and, asked to
// stop, how often each answer came.
import { constants, setPriority } from 'node:os';
import { type Attack, type Attacked, Target } from './neighbours-target.ts';

/** What the process is asked first. */
export interface AttackOrder extends Attacked {
  /** A file of the folder `attacks`, without its end. */
  attack: string;
}

const stop = new AbortController();
// What others wait for is measured on the same core.
setPriority(constants.priority.PRIORITY_LOW);

process.once('message', (order: AttackOrder) => {
  process.once('message', () => stop.abort());
  void run(order);
});
// The process that has started this one is gone.
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function run({ attack: name, ...attacked }: AttackOrder): Promise<void> {
  const { attack } = (await import(`./attacks/${name}.ts`)) as { attack: Attack };
  const target = new Target(attacked, stop.signal, () => process.send?.('begun'));
  await attack(target, stop.signal);
  process.send?.(target.counts);
}
