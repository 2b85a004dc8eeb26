import { useState } from 'react';
import { countOf } from '../../lib/count-of';
import { type LocationChoice, useSelectionActions } from '../../listings/choice/use-selections';
import { type Lock, useLockActions } from '../../listings/use-locks';
import { actionErrorMessage } from '../../posting/action-errors';
import { Button } from '../../ui/basics/button';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { useOnDemand } from '../../ui/messages/load-code';
import { notify } from '../../ui/messages/notify';
import { loadChooser, NOT_LOADED } from './load-chooser';
import { lockName } from './lock-words';

/** How many locations can leave a lock at once. */
const MOST = 1_000;
const FAILED = 'The locations couldn’t be excluded. Please try again.';

/** Takes locations out of the lock of many. */
export function ExcludeButton({ lock }: { lock: Lock }) {
  const { exclude } = useLockActions();
  const { idsOf } = useSelectionActions();
  const { Part: LocationChooser, ...chooser } = useOnDemand(loadChooser, NOT_LOADED);
  const [isBusy, setIsBusy] = useState(false);

  async function run(choice: LocationChoice): Promise<void> {
    chooser.close();
    setIsBusy(true);
    try {
      const ids = await idsOf(choice, MOST);
      if (ids) {
        const { locations } = await exclude(lock.id, ids);
        const gone = lock.locations.count - locations.count;
        notify.success(
          gone > 0 ? `${countOf(gone, 'location')} unlocked.` : 'None of these locations has this lock.',
        );
      } else notify.error(`At most ${MOST} locations can be excluded at once.`);
    } catch (error) {
      notify.error(actionErrorMessage(error, FAILED));
    }
    setIsBusy(false);
  }

  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        busyText={(isBusy || chooser.isOpening) && 'Excluding...'}
        onClick={chooser.open}
      >
        <span>
          Exclude…<VisuallyHidden> locations from {lockName(lock)}</VisuallyHidden>
        </span>
      </Button>
      {LocationChooser && (
        <LocationChooser choice={undefined} onChoose={(choice) => void run(choice)} onClose={chooser.close} />
      )}
    </>
  );
}
