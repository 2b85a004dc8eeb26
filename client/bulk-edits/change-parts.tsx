import { type ReactNode, useId, useRef } from 'react';
import { type VARIABLES, withValues } from '../campaigns/campaign-words';
import { type ChosenLocation, useLabels } from '../listings/choice/use-selections';
import { HoursEditor } from '../listings/details/hours-editor';
import { countCharacters, MAX_DESCRIPTION } from '../listings/details/location-faults';
import { MoreHoursEditor } from '../listings/details/more-hours-editor';
import { OpenStatusField } from '../listings/details/opening-fields';
import { useMoreHoursTypes } from '../listings/use-listings';
import { VariableButtons } from '../posts/composer/variable-buttons';
import { cx } from '../ui/basics/cx';
import { Plate } from '../ui/basics/labels';
import { Counter } from '../ui/form/counter';
import { Field, FieldError } from '../ui/form/field';
import { Checkbox, TextArea, TextInput } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { BULK_FIELDS, type BulkField, type RemovableField, SHORT_DAYS } from './bulk-form';
import { partName, REPLACES } from './bulk-words';
import type { PartProps } from './part-props';
import styles from './bulk-edit.module.css';
import { SpecialHoursPart } from './special-hours-part';

const DESCRIPTION_STEPS = [700, 740, MAX_DESCRIPTION];
/** Those that make sense in a description: it may not have an address of the web. */
const IN_DESCRIPTION = ['name', 'city', 'street', 'storeCode'] as const;
const IN_WEBSITE = ['website', 'storeCode', 'city'] as const satisfies (keyof typeof VARIABLES)[];

/** A panel for each field that was chosen. */
export function ChangeParts(props: PartProps) {
  const { fields } = props.form;
  return BULK_FIELDS.filter((field) => fields.includes(field)).map((field) => (
    <Part key={field} field={field} {...props} />
  ));
}

function Part({ field, ...props }: PartProps & { field: BulkField }) {
  switch (field) {
    case 'specialHours':
      return <SpecialHoursPart {...props} />;
    case 'websiteUri':
      return <WebsitePart {...props} />;
    case 'description':
      return <DescriptionPart {...props} />;
    case 'regularHours':
      return (
        <Removable field={field} {...props} isFlush>
          <HoursEditor
            path="regularHours"
            week={props.form.week}
            errors={props.errors}
            onChange={(week) => props.onChange({ week })}
          />
        </Removable>
      );
    case 'moreHours':
      return <MoreHoursPart {...props} />;
    case 'phoneNumber':
      return (
        <Removable field={field} {...props}>
          <Field label="Phone number" error={props.errors['phoneNumber']} hint="The same at all of them.">
            <TextInput
              type="tel"
              autoComplete="off"
              value={props.form.phoneNumber}
              onChange={({ target }) => props.onChange({ phoneNumber: target.value })}
            />
          </Field>
        </Removable>
      );
    case 'openStatus':
      return (
        <Panel title={partName(field)} actions={<Replaces />}>
          <OpenStatusField
            value={props.form.openStatus}
            error={props.errors['openStatus']}
            onChange={(openStatus) => props.onChange({ openStatus })}
          />
        </Panel>
      );
    case 'labels':
      return <LabelsPart {...props} />;
  }
}

function Replaces() {
  return <span className={common.small}>{REPLACES}</span>;
}

interface RemovableProps extends Pick<PartProps, 'form' | 'onChange'> {
  field: RemovableField;
  isFlush?: boolean;
  children: ReactNode;
}

/** The panel of a field that gets a value or is emptied. */
function Removable({ field, form: { removes }, onChange, isFlush = false, children }: RemovableProps) {
  const isRemoved = removes.includes(field);
  const remove = (
    <Checkbox
      checked={isRemoved}
      onChange={({ target }) =>
        onChange({
          removes: target.checked ? [...removes, field] : removes.filter((other) => other !== field),
        })
      }
    >
      {REMOVE[field]}
    </Checkbox>
  );
  return (
    <Panel title={partName(field)} actions={<Replaces />} flush={isFlush}>
      {!isRemoved && children}
      <div className={isFlush ? styles.remove : undefined}>{remove}</div>
    </Panel>
  );
}

const REMOVE: Readonly<Record<RemovableField, string>> = Object.freeze({
  websiteUri: 'Remove the website instead',
  description: 'Remove the description instead',
  regularHours: 'Remove the business hours instead',
  moreHours: 'Remove all more hours instead',
  phoneNumber: 'Remove the phone number instead',
});

function WebsitePart({ form, errors, example, onChange }: PartProps) {
  const box = useRef<HTMLInputElement>(null);
  const { websiteUri } = form;
  return (
    <Removable field="websiteUri" {...{ form, onChange }}>
      <Field
        label="Address"
        error={errors['websiteUri']}
        hint={
          <VariableButtons
            box={box}
            value={websiteUri}
            names={IN_WEBSITE}
            onChange={(text) => onChange({ websiteUri: text })}
          />
        }
      >
        <TextInput
          ref={box}
          type="text"
          inputMode="url"
          autoComplete="off"
          placeholder="https://www.example.com/{storeCode}?utm_source=google"
          value={websiteUri}
          onChange={({ target }) => onChange({ websiteUri: target.value })}
        />
      </Field>
      <Example text={websiteUri} of={example} />
    </Removable>
  );
}

/** What a text with variables becomes at one of the locations. */
function Example({ text, of }: { text: string; of: ChosenLocation | undefined }) {
  if (!of || !text.includes('{')) return null;
  return (
    <p className={common.small}>
      {of.storeCode ? <Plate>{of.storeCode}</Plate> : of.locationName} becomes{' '}
      <span className={common.breaks}>{withValues(text, of.variables)}</span>
    </p>
  );
}

function DescriptionPart({ form, errors, example, onChange }: PartProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { description } = form;
  return (
    <Removable field="description" {...{ form, onChange }}>
      <Field
        label="Text customers read"
        error={errors['description']}
        hint={
          <VariableButtons
            box={box}
            value={description}
            names={IN_DESCRIPTION}
            onChange={(text) => onChange({ description: text })}
          />
        }
        counter={
          <Counter
            value={countCharacters(description.trim())}
            max={MAX_DESCRIPTION}
            steps={DESCRIPTION_STEPS}
          />
        }
      >
        <TextArea
          ref={box}
          rows={4}
          value={description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </Field>
      <Example text={description} of={example} />
    </Removable>
  );
}

function MoreHoursPart({ form, errors, example, onChange }: PartProps) {
  const id = useId();
  const { data: kinds } = useMoreHoursTypes(example?.locationId);
  // Without kinds to choose from there is no field that could show it.
  const fault = kinds?.length === 0 && form.moreHours.length === 0 ? errors['moreHours'] : undefined;
  return (
    <Removable field="moreHours" {...{ form, onChange }} isFlush>
      {example && (
        <>
          <p className={cx(common.small, styles.remark)}>
            The kinds are those of {example.locationName}. Locations that can’t have them are left out.
          </p>
          <MoreHoursEditor
            locationId={example.locationId}
            value={form.moreHours}
            week={SHORT_DAYS}
            errors={errors}
            onChange={(moreHours) => onChange({ moreHours })}
          />
          {fault && (
            <div className={cx(common.small, styles.remark)}>
              <FieldError id={id}>{fault}</FieldError>
            </div>
          )}
        </>
      )}
    </Removable>
  );
}

/** How many labels that are in use are named. */
const MOST_NAMED = 12;

function LabelsPart({ form, errors, onChange }: PartProps) {
  const { data: labels } = useLabels();
  const used = labels?.slice(0, MOST_NAMED).map(({ label }) => label);
  return (
    <Panel title={partName('labels')} actions={<span className={common.small}>Others stay as they are</span>}>
      <div className={common.stack3}>
        <Field label="Labels to add" error={errors['labels.add']} hint="Commas separate them.">
          <TextInput
            autoComplete="off"
            value={form.addLabels}
            onChange={({ target }) => onChange({ addLabels: target.value })}
          />
        </Field>
        <Field
          label="Labels to remove"
          hint={used && used.length > 0 ? `In use: ${used.join(', ')}` : undefined}
        >
          <TextInput
            autoComplete="off"
            value={form.removeLabels}
            onChange={({ target }) => onChange({ removeLabels: target.value })}
          />
        </Field>
      </div>
    </Panel>
  );
}
