import type { ChosenLocation } from '../listings/choice/use-selections';
import type { FieldErrors } from '../listings/details/location-faults';
import type { BulkForm } from './bulk-form';
import type { BulkEdit } from './bulk-types';

/** What the panel of a field gets. */
export interface PartProps {
  form: BulkForm;
  errors: FieldErrors;
  /** The draft as it was saved last. */
  draft: BulkEdit | undefined;
  /** One of the locations, for examples. */
  example: ChosenLocation | undefined;
  onChange: (part: Partial<BulkForm>) => void;
}
