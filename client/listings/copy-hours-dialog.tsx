import { useState } from 'react';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { FieldGroup } from '../ui/field-group';
import styles from './copy-hours-dialog.module.css';
import { type Day, DAYS, dayName } from './opening-hours';

interface CopyHoursDialogProps {
  /** The day whose hours are copied; closed without one. */
  from: Day | undefined;
  onCopy: (from: Day, to: Day[]) => void;
  onClose: () => void;
}

/** Asks to which days the hours of one day are copied. */
export function CopyHoursDialog({ from, onCopy, onClose }: CopyHoursDialogProps) {
  const [chosen, setChosen] = useState<Day[]>([]);
  const others = DAYS.filter((day) => day !== from);
  const to = others.filter((day) => chosen.includes(day));

  function toggle(day: Day) {
    setChosen(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  }

  function close() {
    setChosen([]);
    onClose();
  }

  return (
    <Dialog
      open={from !== undefined}
      size="small"
      title={from ? `Copy hours of ${dayName(from)}` : ''}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            disabled={to.length === 0}
            onClick={() => {
              if (from) onCopy(from, to);
              setChosen([]);
            }}
          >
            Copy hours
          </Button>
        </>
      }
    >
      <FieldGroup legend="Copy to" hint="The hours that these days have now are replaced.">
        <div className={styles.days}>
          <Checkbox
            checked={to.length === others.length}
            onChange={() => setChosen(to.length === others.length ? [] : others)}
          >
            All other days
          </Checkbox>
          {others.map((day) => (
            <Checkbox key={day} checked={to.includes(day)} onChange={() => toggle(day)}>
              {dayName(day)}
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
    </Dialog>
  );
}
