import type { ReactNode } from 'react';
import { CircleMinus, OctagonX, TriangleAlert, type LucideIcon } from 'lucide-react';
import { countOf, figure } from '../lib/count-of';
import { Button } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Badge, type StatusTone } from '../ui/basics/labels';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import type { Campaign } from './campaign-words';
import styles from './plan-dialog.module.css';

type PlannedRule = Campaign['plan']['leftOut'][number];

/** The rule whose cure is the dialog of time zones. */
const ZONE_UNKNOWN = 'zone-unknown';

/** The rule whose cure is in the details of each location. */
const NO_WEBSITE = 'missing-website';

/** The tones of the badges of rules; others are neutral. */
const TONES: Readonly<Partial<Record<string, StatusTone>>> = Object.freeze({
  'location-suspended': 'bad',
  'location-unverified': 'warn',
  [ZONE_UNKNOWN]: 'warn',
  [NO_WEBSITE]: 'warn',
});
const ICONS: Readonly<Partial<Record<StatusTone, LucideIcon>>> = Object.freeze({
  bad: OctagonX,
  warn: TriangleAlert,
});

interface PlanLeftOutProps {
  plan: Campaign['plan'];
  /** The rule whose locations are listed below. */
  shown: string | undefined;
  onShow: (rule: string | undefined) => void;
  onFixZones: () => void;
}

/** Which locations get no post and why, and what may go wrong with the posts of others. */
export function PlanLeftOut({ plan, shown, onShow, onFixZones }: PlanLeftOutProps) {
  const { leftOut, warnings, posts, chosen } = plan;
  const rows = (rules: readonly PlannedRule[], tone?: StatusTone) =>
    rules.map((rule) => (
      <PlannedRow
        key={rule.rule}
        rule={rule}
        tone={TONES[rule.rule] ?? tone}
        isShown={shown === rule.rule}
        onShow={() => onShow(shown === rule.rule ? undefined : rule.rule)}
      >
        {rule.rule === ZONE_UNKNOWN && (
          <Button size="row" variant="quiet" onClick={onFixZones}>
            Fix<VisuallyHidden> {rule.title}</VisuallyHidden>
          </Button>
        )}
      </PlannedRow>
    ));
  return (
    <section className={styles.reasons}>
      <h3 className={prose.minorTitle}>
        {leftOut.length === 0 ? 'No location is left out' : `${figure(chosen - posts)} left out`}
      </h3>
      {leftOut.length > 0 && <ul className={cx(common.ruled, styles.rules)}>{rows(leftOut)}</ul>}
      {warnings.length > 0 && (
        <>
          <h3 className={prose.minorTitle}>To check</h3>
          <ul className={cx(common.ruled, styles.rules)}>{rows(warnings, 'warn')}</ul>
        </>
      )}
    </section>
  );
}

interface PlannedRowProps {
  rule: PlannedRule;
  tone: StatusTone | undefined;
  isShown: boolean;
  onShow: () => void;
  children: ReactNode;
}

function PlannedRow({ rule: { rule, title, count }, tone, isShown, onShow, children }: PlannedRowProps) {
  const icon = (tone && ICONS[tone]) ?? CircleMinus;
  return (
    <li>
      <span className={styles.rule}>
        <Badge icon={icon} {...(tone && { tone })}>
          {title}
        </Badge>
      </span>
      <span className={styles.number}>{countOf(count, 'location')}</span>
      {children}
      <Button size="row" variant="quiet" aria-pressed={isShown} onClick={onShow}>
        {rule === NO_WEBSITE ? 'Fix' : 'Show'}
        <VisuallyHidden> {title}</VisuallyHidden>
      </Button>
    </li>
  );
}
