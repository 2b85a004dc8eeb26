import { Lock as Padlock } from 'lucide-react';
import { useState } from 'react';
import { useFirstReading } from '../../business-profile/use-mirror';
import type { LocationChoice } from '../../listings/choice/use-selections';
import { Button } from '../../ui/basics/button';
import { useOnDemand } from '../../ui/messages/load-code';
import { useWhyNotNow } from '../undo-parts';
import { loadChooser, NOT_LOADED } from './load-chooser';
import { LockDialog } from './lock-dialog';

/** Locks fields: which locations, then which fields. Renders nothing while nothing can be locked. */
export function LockAField() {
  const [choice, setChoice] = useState<LocationChoice>();
  const { Part: LocationChooser, ...chooser } = useOnDemand(loadChooser, NOT_LOADED);
  const whyNotNow = useWhyNotNow();
  const reading = useFirstReading();
  const close = () => setChoice(undefined);
  if (whyNotNow || reading !== 'done') return null;
  return (
    <>
      <Button
        icon={Padlock}
        aria-haspopup="dialog"
        busyText={chooser.isOpening && 'Opening...'}
        onClick={chooser.open}
      >
        Lock a field
      </Button>
      {LocationChooser && (
        <LocationChooser
          choice={undefined}
          onChoose={(chosen) => {
            chooser.close();
            setChoice(chosen);
          }}
          onClose={chooser.close}
        />
      )}
      {choice && <LockDialog choice={choice} onLocked={close} onClose={close} />}
    </>
  );
}
