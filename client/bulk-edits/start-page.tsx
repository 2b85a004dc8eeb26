import { useMatches } from '../listings/choice/use-selections';
import { useFirstReading } from '../business-profile/use-mirror';
import { NoLocations } from '../listings/no-locations';
import { useBulkDrafts } from '../listings/bulk-drafts';
import { Button } from '../ui/basics/button';
import { VIEW_TITLES } from '../lib/view-titles';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { Drafts } from './drafts';
import type { KeptEdit } from './kept-edit';
import { Steps } from './steps';

interface StartPageProps {
  /** Opens the choice of locations. */
  onChoose: () => void;
  /** An edit that was begun in this tab and not saved yet. */
  unfinished: KeptEdit | undefined;
  onContinue: () => void;
}

/** The first step: which locations. Below it the drafts that can be opened again. */
export function StartPage({ onChoose, unfinished, onContinue }: StartPageProps) {
  const { data: matches } = useMatches({});
  const { data: drafts } = useBulkDrafts();
  const reading = useFirstReading();
  const isEmpty = matches?.matched === 0 && reading === 'done';
  return (
    <div className={common.stack4}>
      <Steps current="locations" />
      <h1 tabIndex={-1}>{VIEW_TITLES['bulk-edit']}</h1>
      {isEmpty ? (
        <NoLocations />
      ) : (
        <Panel title="Which locations">
          <div className={common.stack3}>
            <p>
              Choose the locations first, then what changes. You’ll see every location before and after, and
              nothing is sent to Google until you confirm.
            </p>
            <div className={common.wrap}>
              <Button variant="primary" onClick={onChoose}>
                Choose locations
              </Button>
              {unfinished && unfinished.saved === undefined && (
                <Button onClick={onContinue}>Continue the edit you began</Button>
              )}
            </div>
          </div>
        </Panel>
      )}
      {drafts && drafts.items.length > 0 && <Drafts drafts={drafts.items} />}
    </div>
  );
}
