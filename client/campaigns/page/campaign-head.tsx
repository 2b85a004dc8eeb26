import { type RefObject, useState } from 'react';
import { Pencil } from 'lucide-react';
import { IconButton } from '../../ui/basics/button';
import common from '../../ui/layout/common.module.css';
import type { Campaign } from '../campaign-words';
import { whenWords } from '../plan-words';
import styles from './campaign-head.module.css';
import { RenameDialog } from './rename-dialog';

interface CampaignHeadProps {
  /** Undefined until it is loaded. */
  campaign: Campaign | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Of the reader. */
  timeZone: string;
}

/** The name of a campaign, with a button to change it, and when it goes out. */
export function CampaignHead({ campaign, heading, timeZone }: CampaignHeadProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <div>
      <div className={styles.name}>
        <h1 ref={heading} tabIndex={-1} className={common.breaks}>
          {campaign?.name ?? 'Campaign'}
        </h1>
        {campaign && !campaign.isOfOtherAccount && (
          <IconButton
            icon={Pencil}
            label="Rename"
            aria-haspopup="dialog"
            onClick={() => setIsRenaming(true)}
          />
        )}
      </div>
      {campaign && <p className={common.muted}>{whenWords(campaign, timeZone)}</p>}
      {campaign && isRenaming && <RenameDialog campaign={campaign} onClose={() => setIsRenaming(false)} />}
    </div>
  );
}
