import { Pencil } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { focusAfter } from '../lib/draw-first';
import { clockWords, zoneName } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { toWallTime } from '../lib/wall-time';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Banner, ErrorState } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { Loading, Skeleton } from '../ui/messages/loading';
import { Panel } from '../ui/layout/panel';
import { announce } from '../ui/basics/screen-reader';
import { useSayZones } from './use-say-zones';
import { type LocationZone, useZone } from './use-zones';
import styles from './zone-panel.module.css';
import { ZoneSelect } from './zone-select';

const EVERY_15_S = 15_000;

const WHY: Readonly<Record<NonNullable<LocationZone['source']>, string>> = Object.freeze({
  country: 'Its country has one time zone.',
  person: 'You chose it.',
  sample: 'From the sample data.',
});

/** Which time a location keeps, and the form to say it. Opens by itself where it is not known. */
export function ZonePanel({ locationId }: { locationId: string }) {
  const { data: zone, error, isValidating, mutate } = useZone(locationId);
  const [isEditing, setIsEditing] = useState(false);
  const isAsked = zone?.timeZone === null;
  const content = useRef<HTMLDivElement>(null);
  const changeId = useId();
  const edit = () =>
    focusAfter(
      () => setIsEditing(true),
      () => content.current?.querySelector('select'),
    );
  const close = () =>
    focusAfter(
      () => setIsEditing(false),
      () => document.getElementById(changeId),
    );
  if (zone === null) return null;
  return (
    <Panel
      title="Time Zone"
      actions={
        zone &&
        zone.source !== 'sample' &&
        !isAsked &&
        !isEditing && (
          <Button id={changeId} size="row" variant="quiet" icon={Pencil} onClick={edit}>
            Change time zone
          </Button>
        )
      }
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load the time zone. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <div ref={content}>
        <Loading busy={zone === undefined && error === undefined} skeleton={<Skeleton shape="short" />}>
          {zone && (isAsked || isEditing) && (
            <ZoneForm key={locationId} zone={zone} onSaved={close} onCancel={isAsked ? undefined : close} />
          )}
          {zone?.timeZone && zone.source && !isEditing && (
            <KnownZone timeZone={zone.timeZone} why={WHY[zone.source]} />
          )}
        </Loading>
      </div>
    </Panel>
  );
}

function KnownZone({ timeZone, why }: { timeZone: string; why: string }) {
  const now = useNow(EVERY_15_S);
  return (
    <>
      <p>
        {zoneName(now, timeZone)} · {clockWords(toWallTime(now, timeZone).time)} there now
      </p>
      <p className={prose.meta}>{why}</p>
    </>
  );
}

interface ZoneFormProps {
  zone: LocationZone;
  onSaved: () => void;
  /** Undefined while there is nothing to go back to. */
  onCancel: (() => void) | undefined;
}

function ZoneForm({ zone, onSaved, onCancel }: ZoneFormProps) {
  const { locationId, suggestion } = zone;
  const { say, failure, isBusy } = useSayZones();
  const [chosen, setChosen] = useState(zone.timeZone ?? suggestion?.timeZone ?? '');
  const [fault, setFault] = useState<string>();
  const save = async (): Promise<void> => {
    if (chosen === '') return setFault('Please choose a time zone');
    if (!(await say([{ locationId, timeZone: chosen }]))) return;
    announce('Time zone saved.');
    onSaved();
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label="Time zone of this location" error={fault} hint={hintOf(zone)}>
        <ZoneSelect
          zone={zone}
          value={chosen}
          onChange={(timeZone) => {
            setChosen(timeZone);
            setFault(undefined);
          }}
        />
      </Field>
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
      <div className={common.wrap}>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="small" variant="primary" type="submit" busyText={isBusy && 'Saving...'}>
          {onCancel ? 'Save time zone' : 'Confirm time zone'}
        </Button>
      </div>
    </form>
  );
}

function hintOf({ timeZone, suggestion, choices }: LocationZone): string {
  if (timeZone !== null) return 'The local time at this location.';
  const why =
    choices.length > 0
      ? 'Its country has several time zones, and Google doesn’t say which one is right.'
      : 'Google doesn’t say in which country it is.';
  if (!suggestion) return why;
  return `${why} This one is likely from its ${suggestion.source === 'region' ? 'address' : 'coordinates'}.`;
}
