import { ChipPopover, useChipPopover } from '../posting/post-chip';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import styles from './task-row.module.css';
import { orderSum, orderWords } from './task-words';
import type { Task } from './use-tasks';

/** Where a task stands in the order. Pointing at it, focusing it or touching it shows the arithmetic; Escape hides it. */
export function TaskOrder({ order }: { order: Task['order'] }) {
  const { chip, popover } = useChipPopover();
  const { sum, parts } = orderSum(order);
  return (
    <>
      <button type="button" className={styles.order} {...chip}>
        {orderWords(order)}
      </button>
      {popover && (
        <ChipPopover popover={popover}>
          <p>
            <b className={prose.strong}>{orderWords(order)}</b> {sum}
          </p>
          <p className={common.muted}>{parts}</p>
        </ChipPopover>
      )}
    </>
  );
}
