import type { ReactNode } from 'react';
import { Counter } from '../../ui/form/counter';
import { Field } from '../../ui/form/field';
import { TextArea } from '../../ui/form/inputs';
import { Panel } from '../../ui/layout/panel';
import type { LocationDetails } from '../use-listings';
import { BasicFields } from './basic-fields';
import { CategoryPicker } from './category-picker';
import { HoursEditor } from './hours-editor';
import type { EditedPart, LocationDraft } from './location-draft';
import { countCharacters, type FieldErrors, MAX_DESCRIPTION } from './location-faults';
import { MoreHoursEditor } from './more-hours-editor';
import { OpenStatusField } from './opening-fields';
import { SpecialHoursEditor } from './special-hours-editor';

/** The parts in the order of the form, with their names. */
export const PARTS = {
  details: 'Basic information',
  description: 'Description',
  hours: 'Business hours',
  'special-hours': 'Special hours',
  'more-hours': 'More hours',
  status: 'Open or closed',
} as const satisfies Record<EditedPart, string>;

export const ALL_PARTS: readonly EditedPart[] = Object.freeze(Object.keys(PARTS) as EditedPart[]);

/** The part with the field of an error's path. */
export function partOf(path: string): EditedPart {
  const [field = ''] = path.split('.');
  return PART_OF_FIELD[field] ?? 'details';
}

const PART_OF_FIELD: Readonly<Record<string, EditedPart>> = {
  description: 'description',
  regularHours: 'hours',
  specialHours: 'special-hours',
  moreHours: 'more-hours',
  openStatus: 'status',
};

/** The selector of the first control of each part. */
export const FIRST_CONTROL: Readonly<Record<EditedPart, string>> = {
  details: 'input[required]',
  description: 'textarea',
  hours: '[role=switch]',
  'special-hours': '[type=date]',
  'more-hours': 'select',
  status: '[type=radio]:checked',
};

/** The selector of the control of a field, where it is not the first one of its part. */
export const FIELD_CONTROL: Readonly<Record<string, string>> = Object.freeze({
  phoneNumber: '[type=tel]',
  websiteUri: '[type=url]',
  categoryIds: '[role=combobox]',
});

const DESCRIPTION_STEPS = [700, 740, MAX_DESCRIPTION];

interface FormPartProps {
  part: EditedPart;
  /** The location before editing. */
  location: LocationDetails;
  draft: LocationDraft;
  errors: FieldErrors;
  /** Both values of a field that has changed at Google, with a choice. */
  conflictOf: (field: string) => ReactNode;
  onChange: (part: Partial<LocationDraft>) => void;
}

/** The fields of one part of the form. */
export function FormPart({ part, ...form }: FormPartProps) {
  const { location, draft, errors, conflictOf, onChange } = form;
  switch (part) {
    case 'details':
      return (
        <>
          <Panel title="Basic Information">
            <BasicFields {...form} />
          </Panel>
          <Panel title="Categories">
            {conflictOf('categoryIds')}
            <CategoryPicker
              value={draft.categories}
              error={errors.categoryIds}
              onChange={(categories) => onChange({ categories })}
            />
          </Panel>
        </>
      );
    case 'description':
      return (
        <Panel title="Description">
          {conflictOf('description')}
          <Field
            label="Business description"
            hideLabel
            error={errors.description}
            hint="What you offer and what makes you special. Google doesn’t allow web addresses here."
            counter={
              <Counter
                value={countCharacters(draft.description.trim())}
                max={MAX_DESCRIPTION}
                steps={DESCRIPTION_STEPS}
              />
            }
          >
            <TextArea
              rows={6}
              value={draft.description}
              onChange={({ target }) => onChange({ description: target.value })}
            />
          </Field>
        </Panel>
      );
    case 'hours':
      return (
        <Panel title="Business Hours" flush>
          {conflictOf('regularHours')}
          <HoursEditor
            path="regularHours"
            week={draft.week}
            errors={errors}
            closedWords="With every day closed, your hours will show as not set."
            onChange={(week) => onChange({ week })}
          />
        </Panel>
      );
    case 'special-hours':
      return (
        <Panel title="Special Hours" flush>
          {conflictOf('specialHours')}
          <SpecialHoursEditor
            special={draft.special}
            week={draft.week}
            errors={errors}
            onChange={(special) => onChange({ special })}
          />
        </Panel>
      );
    case 'more-hours':
      return (
        <Panel title="More Hours" flush>
          {conflictOf('moreHours')}
          <MoreHoursEditor
            locationId={location.id}
            value={draft.moreHours}
            week={draft.week}
            errors={errors}
            onChange={(moreHours) => onChange({ moreHours })}
          />
        </Panel>
      );
    case 'status':
      return (
        <Panel title="Open or Closed">
          {conflictOf('openStatus')}
          <OpenStatusField
            location={location}
            value={draft.openStatus}
            error={errors.openStatus}
            onChange={(openStatus) => onChange({ openStatus })}
          />
        </Panel>
      );
  }
}
