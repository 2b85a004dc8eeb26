import { Download } from 'lucide-react';
import { useWorkspaceAddress } from '../auth/workspace';
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
  const addressOf = useWorkspaceAddress();
  return (
    <ActionMenu
      label="Export"
      words="Export"
      icon={Download}
      className={styles.menu}
      actions={[
        { label: `Figures by ${choice.by} (CSV)`, href: addressOf(FILES.series(choice)) },
        { label: 'Comparison of locations (CSV)', href: addressOf(FILES.ranking(choice, rank)) },
        { label: 'Search words (CSV)', href: addressOf(FILES.words(choice.scope, words)) },
        { label: 'Changes in this period (CSV)', href: addressOf(FILES.events(choice)) },
      ]}
    />
  );
}
