import { Link } from 'react-router-dom';
import type { EditedPart } from '../listings/details/location-draft';
import { figure } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { Button, ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Badge } from '../ui/basics/labels';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { EvidenceLine, SourceLine } from './evidence-line';
import styles from './location-tasks.module.css';
import { partOfCure, taskUrl } from './task-addresses';
import { opens } from './task-way';
import { severityLook } from './task-words';
import { type Cure, useFindings } from './use-tasks';

interface LocationTasksProps {
  locationId: string;
  /** Opens the part of the form with the field of a cure. */
  onEdit: (part: EditedPart, cure: Cure) => void;
}

/** The panel of what a location could do better, those that matter most first. Renders nothing where there is none. */
export function LocationTasks({ locationId, onEdit }: LocationTasksProps) {
  const { data } = useFindings({ locationId, state: 'open' });
  if (!data || data.items.length === 0) return null;
  return (
    <Panel
      title="Tasks here"
      note={figure(data.counts.open)}
      actions={<Link to={viewUrl('tasks')}>All tasks</Link>}
      flush
    >
      <ul className={common.ruled}>
        {data.items.map((finding) => {
          const { label, icon, tone } = severityLook(finding.severity);
          const part = partOfCure(finding.cure);
          return (
            <li key={finding.findingId} className={cx(common.stack1, styles.finding)}>
              <Badge icon={icon} tone={tone}>
                {label}
              </Badge>
              <h3 className={prose.minorTitle}>
                <Link to={taskUrl(finding.key)} className={prose.plainLink}>
                  {finding.title}
                </Link>
              </h3>
              <p className={common.small}>{finding.why}</p>
              {finding.evidence.map((each) => (
                <EvidenceLine key={each.path} evidence={each} />
              ))}
              <SourceLine source={finding.source} />
              {part ? (
                <Button size="row" onClick={() => onEdit(part, finding.cure)}>
                  <span>
                    {opens(finding.cure)}
                    <VisuallyHidden> ({finding.title})</VisuallyHidden>
                  </span>
                </Button>
              ) : (
                <ButtonLink size="row" to={taskUrl(finding.key)}>
                  <span>
                    Open the task<VisuallyHidden> ({finding.title})</VisuallyHidden>
                  </span>
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
