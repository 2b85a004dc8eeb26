import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Icon } from '../ui/icon';
import styles from './finding-hints.module.css';
import type { Finding } from './use-findings';

/**
 * What was found about a field as its hint: seen and spoken with it, but no error. What is shown as its error already is
 * not said twice.
 */
export function findingHints(findings: readonly Finding[] | undefined, error: string | undefined): ReactNode {
  const told = findings
    ?.map(({ id, reason, cure }) => ({ id, words: [reason === error ? null : reason, cure] }))
    .map(({ id, words }) => ({ id, words: words.filter((part) => part !== null).join(' ') }))
    .filter(({ words }) => words !== '');
  if (!told?.length) return undefined;
  return told.map(({ id, words }) => (
    <span key={id} className={styles.finding}>
      <Icon of={TriangleAlert} />
      {words}
    </span>
  ));
}
