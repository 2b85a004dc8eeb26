import type { Ref } from 'react';
import { Counter } from '../ui/counter';
import { Field } from '../ui/field';
import { RadioCards } from '../ui/radio-cards';
import { TextArea } from '../ui/text-area';
import { ActionFields } from './action-fields';
import styles from './composer-form.module.css';
import { MAX_SUMMARY } from './draft-rules';
import { findingHints } from './finding-hints';
import { LocationField } from './location-field';
import { OfferFields } from './offer-fields';
import { PeriodFields } from './period-fields';
import { countCharacters, type DraftField } from './post-draft';
import { POST_TYPES, type PostType } from './post-words';
import { PublishTimeFields } from './publish-time-fields';
import type { Composer } from './use-composer';
import type { Places } from './use-places';

/** Lengths at which a screen reader is told how much is left. */
const SUMMARY_STEPS = [1400, 1480, MAX_SUMMARY];
const TYPE_CARDS = Object.entries(POST_TYPES).map(([value, words]) => ({
  value: value as PostType,
  ...words,
}));

interface ComposerFormProps {
  id: string;
  ref: Ref<HTMLFormElement>;
  composer: Composer;
  places: Places;
  /** The name of the chosen location, for as long as it is not loaded. */
  locationName?: string | undefined;
  hidden: boolean;
}

/** The fields of a post; those of a type are there while it is chosen. */
export function ComposerForm({ id, ref, composer, places, locationName, hidden }: ComposerFormProps) {
  const { draft, errors, findings, edit, timeZone, isSending } = composer;
  const hintOf = (field: DraftField) => findingHints(findings[field], errors[field]);
  const typeFields = { draft, errors, hintOf, onChange: edit };
  const { topicType } = draft;

  return (
    <form
      id={id}
      ref={ref}
      noValidate
      hidden={hidden}
      onSubmit={(event) => {
        event.preventDefault();
        void composer.submit();
      }}
    >
      <fieldset className={styles.fields} disabled={isSending}>
        <LocationField
          places={places}
          value={draft.locationId}
          name={locationName}
          error={errors.locationId}
          hint={hintOf('locationId')}
          onChange={(locationId) => edit({ locationId })}
        />
        <RadioCards
          legend="Post type"
          options={TYPE_CARDS}
          value={topicType}
          error={errors.topicType}
          hint={hintOf('topicType')}
          onChange={(type) => edit({ topicType: type })}
        />
        <Field
          label="Post content"
          error={errors.summary}
          hint={hintOf('summary')}
          counter={<Counter value={countCharacters(draft.summary)} max={MAX_SUMMARY} steps={SUMMARY_STEPS} />}
        >
          <TextArea
            name="summary"
            value={draft.summary}
            onChange={(event) => edit({ summary: event.target.value })}
          />
        </Field>
        {topicType === 'CALL_TO_ACTION' && <ActionFields {...typeFields} />}
        {(topicType === 'EVENT' || topicType === 'OFFER') && <PeriodFields {...typeFields} />}
        {topicType === 'OFFER' && <OfferFields {...typeFields} />}
        <PublishTimeFields
          value={draft}
          timeZone={timeZone}
          error={errors.publishDate}
          hint={hintOf('publishDate')}
          onChange={edit}
        />
      </fieldset>
    </form>
  );
}
