import type { ReactNode } from 'react';
import { CircleCheck, Info, OctagonX, TriangleAlert } from 'lucide-react';
import { Button } from '../basics/button';
import { cx } from '../basics/cx';
import { Icon } from '../basics/icon';
import common from '../layout/common.module.css';
import styles from './banner.module.css';

const ICON = { info: Info, success: CircleCheck, warning: TriangleAlert, error: OctagonX };

interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  children: ReactNode;
  /** A Button or ButtonLink that solves the problem. */
  action?: ReactNode;
}

/** A lasting message in the page. An error is announced as an alert. For other tones call `announce` if needed. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div className={cx(common.line, styles.banner, styles[tone])}>
      <Icon of={ICON[tone]} size={20} />
      <div className={styles.text} role={tone === 'error' ? 'alert' : undefined}>
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  message: string;
  onRetry: () => void;
  /** Whether the retry is running. */
  retrying?: boolean;
}

/** The message of a failed load with a retry button. Keep old data on screen below it. */
export function ErrorState({ message, onRetry, retrying }: ErrorStateProps) {
  return (
    <Banner
      tone="error"
      action={
        <Button size="small" onClick={onRetry} disabled={retrying}>
          Try Again
        </Button>
      }
    >
      {message}
    </Banner>
  );
}
