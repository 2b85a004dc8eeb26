import { useRef, type ReactNode, type Ref } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Counter } from '../../ui/form/counter';
import { Field } from '../../ui/form/field';
import { Icon } from '../../ui/basics/icon';
import { TextArea } from '../../ui/form/inputs';
import { RadioRow } from '../../ui/form/radio-group';
import type { LocationChoices } from '../../posting/location-choices';
import { LocationPicker } from '../../posting/location-picker';
import { POST_TYPES, type PostType } from '../../posting/post-words';
import common from '../../ui/layout/common.module.css';
import { CampaignOptions } from './campaign-options';
import styles from './composer-form.module.css';
import { MAX_SUMMARY } from './draft-rules';
import { countCharacters, type DraftField } from './post-draft';
import { choiceOf } from './post-body';
import { PhotoField } from './photo-field';
import { PublishTimeFields } from './publish-time-fields';
import { ActionFields, OfferFields, PeriodFields } from './type-fields';
import type { Composer } from './use-composer';
import type { Finding } from './use-findings';
import { usePhotoUpload } from './use-photo-upload';
import { VariableButtons } from './variable-buttons';
import { AudienceChoice, ManyLocations } from './where-fields';

/** Lengths at which a screen reader says how much is left. */
const SUMMARY_STEPS = [1400, 1480, MAX_SUMMARY];
const TYPES = Object.entries(POST_TYPES).map(([value, words]) => ({
  value: value as PostType,
  ...words,
}));

interface ComposerFormProps {
  id: string;
  ref: Ref<HTMLFormElement>;
  composer: Composer;
  locations: LocationChoices;
  /** The name of the chosen location until it is loaded. */
  locationName?: string | undefined;
  onOpenChooser: () => void;
  hidden: boolean;
}

/** The fields of a post, with those of the chosen type. */
export function ComposerForm({
  id,
  ref,
  composer,
  locations,
  locationName,
  onOpenChooser,
  hidden,
}: ComposerFormProps) {
  const { draft, errors, findings, edit, timeZone, isSending, isNew, isMany, canBeMany } = composer;
  const content = useRef<HTMLTextAreaElement>(null);
  const hintOf = (field: DraftField) => findingHints(findings[field], errors[field]);
  const typeFields = { draft, errors, hintOf, onChange: edit };
  const { topicType } = draft;
  const upload = usePhotoUpload((photoId) => edit({ photoId }));
  const place = isMany ? (
    <ManyLocations
      choice={choiceOf(draft)}
      error={errors.choice}
      onChoose={(choice) => edit({ choice: JSON.stringify(choice) })}
      onOpenChooser={onOpenChooser}
    />
  ) : (
    <LocationPicker
      label="Location"
      locations={locations}
      value={draft.locationId}
      name={locationName}
      error={errors.locationId}
      hint={hintOf('locationId')}
      onChange={(locationId) => edit({ locationId })}
    />
  );

  return (
    <form
      id={id}
      ref={ref}
      noValidate
      hidden={hidden}
      onPaste={(event) => {
        const [file] = event.clipboardData.files;
        if (!file) return;
        event.preventDefault();
        void upload.add(file);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (upload.isBusy) upload.askToWait();
        else void composer.submit();
      }}
    >
      <fieldset className={common.stack3} disabled={isSending}>
        <Field
          label="Post content"
          error={errors.summary}
          hint={
            isMany ? (
              <>
                {hintOf('summary')}
                <VariableButtons
                  box={content}
                  value={draft.summary}
                  onChange={(summary) => edit({ summary })}
                />
              </>
            ) : (
              (hintOf('summary') ?? 'No phone numbers: Google rejects them.')
            )
          }
          counter={<Counter value={countCharacters(draft.summary)} max={MAX_SUMMARY} steps={SUMMARY_STEPS} />}
        >
          <TextArea
            ref={content}
            name="summary"
            rows={3}
            className={styles.content}
            value={draft.summary}
            onChange={(event) => edit({ summary: event.target.value })}
          />
        </Field>
        {isNew ? (
          <AudienceChoice
            value={draft.audience}
            canBeMany={canBeMany}
            onChange={(audience) => edit({ audience })}
          >
            {place}
          </AudienceChoice>
        ) : (
          place
        )}
        <PublishTimeFields
          value={draft}
          timeZone={timeZone}
          locationId={draft.locationId}
          error={errors.publishDate}
          hint={hintOf('publishDate')}
          timing={
            isMany
              ? {
                  value: draft.timing,
                  // With the date, so that an error about the time goes away.
                  onChange: (timing) => edit({ timing, publishDate: draft.publishDate }),
                }
              : undefined
          }
          onChange={edit}
        />
        {isMany && <CampaignOptions draft={draft} error={errors.spreadMinutes} onChange={edit} />}
        <RadioRow
          legend="Post type"
          options={TYPES}
          value={topicType}
          error={errors.topicType}
          hint={hintOf('topicType')}
          onChange={(type) => edit({ topicType: type })}
        />
        {topicType === 'CALL_TO_ACTION' && <ActionFields {...typeFields} />}
        {(topicType === 'EVENT' || topicType === 'OFFER') && <PeriodFields {...typeFields} />}
        {topicType === 'OFFER' && <OfferFields {...typeFields} />}
        <PhotoField
          photoId={draft.photoId}
          upload={upload}
          error={errors.photoId}
          hint={hintOf('photoId')}
          onRemove={() => {
            upload.forget();
            edit({ photoId: '' });
          }}
        />
      </fieldset>
    </form>
  );
}

/**
 * The findings about a field as its hint: shown and read with the field, but not as an error. A reason that is already
 * the field's error is left out.
 */
function findingHints(findings: readonly Finding[] | undefined, error: string | undefined): ReactNode {
  const hints = findings
    ?.map(({ id, reason, cure }) => ({ id, words: [reason === error ? null : reason, cure] }))
    .map(({ id, words }) => ({ id, words: words.filter((part) => part !== null).join(' ') }))
    .filter(({ words }) => words !== '');
  if (!hints?.length) return undefined;
  return hints.map(({ id, words }) => (
    <span key={id} className={styles.finding}>
      <Icon of={TriangleAlert} />
      {words}
    </span>
  ));
}
