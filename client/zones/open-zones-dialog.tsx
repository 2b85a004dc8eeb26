import { type ReactNode, useState } from 'react';
import type { Schemas } from '../api/client';
import { countOf } from '../lib/count-of';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { Field } from '../ui/form/field';
import { Plate } from '../ui/basics/labels';
import { cx } from '../ui/basics/cx';
import { announce, VisuallyHidden } from '../ui/basics/screen-reader';
import styles from './open-zones-dialog.module.css';
import { useOpenZones } from './use-open-zones';
import { useSayZones } from './use-say-zones';
import { ZoneSelect } from './zone-select';

type OpenZone = Schemas['OpenZoneDto'];

/** Locations in one row: of one country, and likely in one zone. */
type Zones = [OpenZone, ...OpenZone[]];

/**
 * Says the zones of up to 100 locations at once, with one row for all that are likely in one zone. What is suggested is
 * chosen, and counts only once it is confirmed.
 */
export function OpenZonesDialog({ onClose }: { onClose: () => void }) {
  const { data: open } = useOpenZones();
  const { say, failure, isBusy } = useSayZones();
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const items = open?.items ?? [];
  const rest = (open?.total ?? 0) - items.length;
  const chosenFor = ({ locationId, suggestion }: OpenZone) =>
    changed[locationId] ?? suggestion?.timeZone ?? '';
  const chosen = items.flatMap((zone) => {
    const timeZone = chosenFor(zone);
    return timeZone === '' ? [] : [{ locationId: zone.locationId, timeZone }];
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
        {grouped(items).map((zones) => {
          const [first, ...others] = zones;
          return (
            <li key={first.locationId}>
              {row(zones)}
              {others.length > 0 && (
                <details className={prose.fold}>
                  <summary>
                    {`Each of the ${zones.length} locations`}
                    <VisuallyHidden>{` like ${first.locationName}`}</VisuallyHidden>
                  </summary>
                  <ul className={cx(common.ruled, styles.each)}>
                    {zones.map((zone) => (
                      <li key={zone.locationId}>{row([zone])}</li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );

  function row(zones: Zones): ReactNode {
    const [first, ...others] = zones;
    const timeZone = chosenFor(first);
    return (
      <ZoneRow
        zones={zones}
        value={others.every((other) => chosenFor(other) === timeZone) ? timeZone : ''}
        onChange={(name) =>
          setChanged({
            ...changed,
            ...Object.fromEntries(zones.map(({ locationId }) => [locationId, name])),
          })
        }
      />
    );
  }
}

interface ZoneRowProps {
  zones: Zones;
  /** Empty: nothing is chosen, or not the same for all. */
  value: string;
  onChange: (timeZone: string) => void;
}

/** One or several locations, with one choice for all of them. */
function ZoneRow({ zones: [first, ...others], value, onChange }: ZoneRowProps) {
  const { locationName, storeCode, address } = first;
  const name =
    others.length > 0 ? `${locationName} and ${countOf(others.length, 'more location')}` : locationName;
  return (
    <div className={styles.location}>
      <div className={styles.place}>
        <p className={prose.strong}>
          {storeCode && others.length === 0 && <Plate>{storeCode}</Plate>} {name}
        </p>
        {others.length === 0 && <p className={prose.meta}>{address}</p>}
      </div>
      <Field label={`Time zone of ${name}`} hideLabel>
        <ZoneSelect zone={first} value={value} onChange={onChange} />
      </Field>
    </div>
  );
}

/** Locations with the same suggestion together. Those without one may be anywhere in their country: each for itself. */
function grouped(items: readonly OpenZone[]): Zones[] {
  const groups = Map.groupBy(items, ({ locationId, suggestion, choices }) =>
    suggestion ? [suggestion.timeZone, ...choices].join() : locationId,
  );
  return [...groups.values()] as Zones[];
}
