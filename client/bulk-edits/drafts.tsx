import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { useNow } from '../lib/use-now';
import { viewUrl } from '../lib/views';
import { viewerTimeZone } from '../lib/wall-time';
import { actionErrorMessage } from '../posting/action-errors';
import { IconButton } from '../ui/basics/button';
import prose from '../ui/basics/prose.module.css';
import { announce, focusHeading } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { Banner } from '../ui/messages/banner';
import styles from './bulk-edit.module.css';
import type { BulkEdit } from './bulk-types';
import { draftName, keptWords } from '../listings/bulk-drafts';
import { useBulkActions } from './use-bulk-edits';

const MINUTE = 60_000;

/** The edits that are not confirmed yet. Each is kept for a day. */
export function Drafts({ drafts }: { drafts: readonly BulkEdit[] }) {
  const { remove } = useBulkActions();
  const [fault, setFault] = useState<string>();
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(MINUTE);

  async function removeDraft(draft: BulkEdit): Promise<void> {
    setFault(undefined);
    try {
      await remove(draft.id);
      announce('Draft deleted');
      focusHeading();
    } catch (error) {
      setFault(actionErrorMessage(error, 'The draft couldn’t be deleted. Please try again.'));
    }
  }

  return (
    <Panel title="Drafts" note={drafts.length} flush>
      {fault && <Banner tone="error">{fault}</Banner>}
      <ul className={common.ruled}>
        {drafts.map((draft) => (
          <li key={draft.id} className={styles.draft}>
            <div>
              <Link to={viewUrl('bulk-edit', { draft: draft.id })} className={prose.plainLink}>
                {draftName(draft)}
              </Link>
              <p className={common.small}>
                {countOf(draft.counts.chosen, 'location')}
                {`, by ${draft.actor.name}`}. Draft, {keptWords(draft.expiresAt, now, timeZone)}
              </p>
            </div>
            <IconButton
              icon={Trash2}
              label={`Delete the draft ${draftName(draft)}`}
              onClick={() => void removeDraft(draft)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
