import { useState } from 'react';
import { countOf } from '../lib/count-of';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { Field } from '../ui/form/field';
import { Plate } from '../ui/basics/labels';
import { announce } from '../ui/basics/screen-reader';
import styles from './open-zones-dialog.module.css';
import { useOpenZones } from './use-open-zones';
import { useSayZones } from './use-say-zones';
import { ZoneSelect } from './zone-select';

/** Says the zones of up to 100 locations at once. What is suggested is chosen, and counts only once it is confirmed. */
export function OpenZonesDialog({ onClose }: { onClose: () => void }) {
  const { data: open } = useOpenZones();
  const { say, failure, isBusy } = useSayZones();
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const items = open?.items ?? [];
  const rest = (open?.total ?? 0) - items.length;
  const chosenFor = (locationId: string, suggested: string | undefined) =>
    changed[locationId] ?? suggested ?? '';
  const chosen = items.flatMap(({ locationId, suggestion }) => {
    const timeZone = chosenFor(locationId, suggestion?.timeZone);
    return timeZone === '' ? [] : [{ locationId, timeZone }];
  });

  const confirm = async (): Promise<void> => {
    if (!(await say(chosen))) return;
    announce(`${countOf(chosen.length, 'time zone')} confirmed.`);
    if (chosen.length === items.length && rest === 0) onClose();
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
          {chosen.length > 0 && (
            <Button variant="primary" busyText={isBusy && 'Saving...'} onClick={() => void confirm()}>
              Confirm {countOf(chosen.length, 'time zone')}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.intro}>
        Google doesn’t say which time zone a location is in. These are suggested by the addresses: check them
        before you confirm.
        {rest > 0 && ` ${countOf(rest, 'more location')} will follow.`}
      </p>
      {items.length === 0 && <p>All time zones are known.</p>}
      <ul className={common.ruled}>
        {items.map((zone) => {
          const { locationId, locationName, storeCode, address, suggestion } = zone;
          return (
            <li key={locationId} className={styles.location}>
              <div className={styles.place}>
                <p className={prose.strong}>
                  {storeCode && <Plate>{storeCode}</Plate>} {locationName}
                </p>
                <p className={prose.meta}>{address}</p>
              </div>
              <Field label={`Time zone of ${locationName}`} hideLabel>
                <ZoneSelect
                  zone={zone}
                  value={chosenFor(locationId, suggestion?.timeZone)}
                  onChange={(timeZone) => setChanged({ ...changed, [locationId]: timeZone })}
                />
              </Field>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
