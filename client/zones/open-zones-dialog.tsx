import { countOf } from '../lib/count-of';
import { clockWords } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { toWallTime } from '../lib/wall-time';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import prose from '../ui/basics/prose.module.css';
import { announce } from '../ui/basics/screen-reader';
import { useZoneAnswers } from './use-zone-answers';
import { ZoneGroups } from './zone-groups';

const EVERY_15_S = 15_000;

interface OpenZonesDialogProps {
  /** Only the locations that this campaign leaves out as their zone is not known. */
  campaignId?: string;
  onClose: () => void;
}

/**
 * Says the zones of up to 100 locations at once, with one row for all of a state that are likely in one zone. What is suggested
 * is chosen, and counts only once it is set.
 */
export function OpenZonesDialog({ campaignId, onClose }: OpenZonesDialogProps) {
  const now = useNow(EVERY_15_S);
  const { items = [], rest, count, chosenFor, choose, failure, isBusy, say } = useZoneAnswers(campaignId);

  const set = async (): Promise<void> => {
    const said = await say();
    if (!said) return;
    announce(`${countOf(count, 'time zone')} set.`);
    if (said === 'all') onClose();
  };

  return (
    <Dialog
      open
      size="large"
      title="Time zones of locations"
      onClose={onClose}
      message={failure !== undefined && <Banner tone="error">{failure}</Banner>}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {count > 0 && (
            <Button variant="primary" busyText={isBusy && 'Setting...'} onClick={() => void set()}>
              Set {countOf(count, 'time zone')}
            </Button>
          )}
        </>
      }
    >
      <div className={common.stack4}>
        <p className={common.muted}>
          Google doesn’t say which time zone a location is in. These are suggested by the addresses: check
          them before you set them.
          {rest > 0 && ` ${countOf(rest, 'more location')} will follow.`}
        </p>
        {items.length === 0 && <p>All time zones are known.</p>}
        <div>
          <ZoneGroups
            items={items}
            chosenFor={chosenFor}
            onChoose={choose}
            proofOf={(timeZone) => (
              <>
                <b className={prose.strong}>{clockWords(toWallTime(now, timeZone).time)}</b> there now
              </>
            )}
          />
        </div>
      </div>
    </Dialog>
  );
}
