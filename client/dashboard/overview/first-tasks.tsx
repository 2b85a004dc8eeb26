import { Link } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { severityLook } from '../../advice/task-words';
import { taskUrl } from '../../advice/task-addresses';
import { figure } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import { Badge } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import { LinkRow } from '../../ui/layout/link-row';
import { Panel } from '../../ui/layout/panel';
import styles from './google-changed.module.css';

/** The panel of the tasks that matter most. Each leads to where it is done, and to why it is said. */
export function FirstTasks({ tasks: { items, counts } }: { tasks: Schemas['TaskListDto'] }) {
  return (
    <Panel
      title="Tasks"
      note={figure(counts.open)}
      actions={<Link to={viewUrl('tasks')}>All tasks</Link>}
      flush
    >
      <ul className={common.ruled}>
        {items.map(({ key, title, severity }) => {
          const { label, icon, tone } = severityLook(severity);
          return (
            <LinkRow key={key} to={taskUrl(key)}>
              <span className={styles.what}>{title}</span>
              <Badge icon={icon} tone={tone}>
                {label}
              </Badge>
            </LinkRow>
          );
        })}
      </ul>
    </Panel>
  );
}
