import { Download } from 'lucide-react';
import { ActionMenu } from '../ui/layers/action-menu';
import styles from './export-menu.module.css';
import { FILES, type RankChoice, type StatisticsChoice, type WordChoice } from './use-statistics';

interface ExportMenuProps {
  choice: StatisticsChoice;
  rank: RankChoice;
  words: WordChoice;
}

/** The files with what the view shows, all of it. */
export function ExportMenu({ choice, rank, words }: ExportMenuProps) {
  return (
    <ActionMenu
      label="Export"
      words="Export"
      icon={Download}
      className={styles.menu}
      actions={[
        { label: `Figures by ${choice.by} (CSV)`, href: FILES.series(choice) },
        { label: 'Comparison of locations (CSV)', href: FILES.ranking(choice, rank) },
        { label: 'Search words (CSV)', href: FILES.words(choice.scope, words) },
        { label: 'Changes in this period (CSV)', href: FILES.events(choice) },
      ]}
    />
  );
}
