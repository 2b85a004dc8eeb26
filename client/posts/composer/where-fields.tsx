import { useId, type ReactNode } from 'react';
import { MapPin, MapPinned } from 'lucide-react';
import { ApiError } from '../../api/api-error';
import { useMatches, type LocationChoice } from '../../listings/choice/use-selections';
import { countOf } from '../../lib/count-of';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { FieldGroup, useFieldControl } from '../../ui/form/field';
import { Segmented } from '../../ui/form/radio-group';
import common from '../../ui/layout/common.module.css';
import styles from './where-fields.module.css';

interface AudienceChoiceProps {
  value: 'one' | 'many';
  /** Whether many locations can be chosen: with a connected Google account. */
  canBeMany: boolean;
  onChange: (value: 'one' | 'many') => void;
  /** The field of the chosen kind. */
  children: ReactNode;
}

/** The choice between one location and many, above the field of what was chosen. */
export function AudienceChoice({ value, canBeMany, onChange, children }: AudienceChoiceProps) {
  const whyId = useId();
  return (
    <div className={styles.where}>
      <div className={styles.choice}>
        <Segmented
          small
          legend="Where to publish"
          options={[
            { value: 'one', label: 'One location', icon: MapPin },
            { value: 'many', label: 'Many locations', icon: MapPinned, disabled: !canBeMany },
          ]}
          value={value}
          describedBy={canBeMany ? undefined : whyId}
          onChange={onChange}
        />
      </div>
      {children}
      {!canBeMany && (
        <p id={whyId} className={cx(common.small, styles.why)}>
          To post to many locations, connect a Business Profile or the practice Google.
        </p>
      )}
    </div>
  );
}

interface ManyLocationsProps {
  /** Undefined: none are chosen. */
  choice: LocationChoice | undefined;
  error: string | undefined;
  onChoose: (choice: LocationChoice) => void;
  onOpenChooser: () => void;
}

/** How many locations are chosen, and the buttons to choose others. */
export function ManyLocations({ choice, error, onChoose, onOpenChooser }: ManyLocationsProps) {
  const { data: all } = useMatches({});
  const { data: chosen, error: failure } = useMatches(choice);
  const isAll = choice !== undefined && Object.keys(choice).length === 0;
  const words =
    choice === undefined
      ? 'No locations chosen'
      : chosen
        ? `${isAll ? 'All ' : ''}${countOf(chosen.matched, 'location')}`
        : failure === undefined
          ? 'Counting locations...'
          : failure instanceof ApiError && failure.status === 404
            ? 'The chosen locations are no longer here. Please choose again.'
            : 'Locations chosen';
  return (
    <FieldGroup legend="Locations" error={error}>
      <div className={cx(common.line, styles.chosen)}>
        <p className={styles.count} role="status">
          {words}
        </p>
        {!isAll && (
          <Button size="small" onClick={() => onChoose({})}>
            {all ? `All ${countOf(all.matched, 'location')}` : 'All locations'}
          </Button>
        )}
        <ChooserButton isFaulty={error !== undefined} onClick={onOpenChooser} />
      </div>
    </FieldGroup>
  );
}

/** It takes the focus when no locations are chosen, as an invalid field does. */
function ChooserButton({ isFaulty, onClick }: { isFaulty: boolean; onClick: () => void }) {
  const { 'aria-describedby': describedBy } = useFieldControl();
  return (
    <Button
      size="small"
      name="choice"
      data-invalid={isFaulty || undefined}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      Choose locations
    </Button>
  );
}
