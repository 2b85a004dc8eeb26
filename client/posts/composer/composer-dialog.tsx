import { useEffect, useId, useRef, useState } from 'react';
import { useNarrowScreen } from '../../lib/use-narrow-screen';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { AlertDialog, Dialog } from '../../ui/layers/dialog';
import { useDiscardQuestion } from '../../ui/layers/discard-question';
import { announce } from '../../ui/basics/screen-reader';
import { Tabs } from '../../ui/layout/tabs';
import { FormButtons, FormMessages } from '../../ui/form/form-dialog';
import { useLocationChoices } from '../../posting/location-choices';
import type { LocationChoice } from '../../listings/choice/use-selections';
import { APART_FROM_CAMPAIGN, shortened, type WholePost } from '../../posting/post-words';
import type { CampaignAgain } from '../../campaigns/use-campaigns';
import { CampaignPlan, useChooser } from './campaign-dialogs';
import { CampaignPreview } from './campaign-preview';
import styles from './composer-dialog.module.css';
import { ComposerForm } from './composer-form';
import { PostPreview } from './post-preview';
import { useComposer } from './use-composer';
import { useKeptText } from './use-draft';
import { passedChecks } from './use-findings';

export interface ComposerDialogProps {
  onClose: () => void;
  /** The location to start with. */
  locationId?: string | undefined;
  /** The locations to start with. */
  choice?: LocationChoice | undefined;
  /** The day to start with, yyyy-mm-dd. */
  date?: string | undefined;
  /** The post to edit; without it a new one is written. */
  post?: WholePost | undefined;
  /** The post that is used again: a new post begins with its location and content, but not its dates. */
  from?: WholePost | undefined;
  /** The campaign that is used again: a new one begins with its locations and content, but not its time. */
  again?: CampaignAgain | undefined;
}

const SHEETS = [
  { id: 'write', label: 'Write' },
  { id: 'preview', label: 'Preview' },
] as const;

/** The open dialog to write a post or edit a scheduled or failed one. Asks before another draft is replaced. */
export function ComposerDialog(props: ComposerDialogProps) {
  const keptText = useKeptText();
  const [replaces, setReplaces] = useState(
    (props.from === undefined && props.again === undefined) || keptText === undefined,
  );
  if (replaces) return <OpenComposer {...props} />;
  return (
    <AlertDialog
      open
      title="Replace your draft"
      confirmLabel="Replace draft"
      confirmVariant="primary"
      cancelLabel="Keep draft"
      onCancel={props.onClose}
      onConfirm={() => setReplaces(true)}
    >
      You have a draft that isn’t scheduled yet{keptText && `: “${shortened(keptText)}”`}. Using this{' '}
      {props.again ? 'campaign' : 'post'} again replaces it.
    </AlertDialog>
  );
}

function OpenComposer({ onClose, locationId, choice, date, post, from, again }: ComposerDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const isNarrow = useNarrowScreen();
  const [sheet, setSheet] = useState<(typeof SHEETS)[number]['id']>('write');
  const composer = useComposer({
    post,
    from,
    again,
    preset: { locationId, choice, date },
    form,
    showForm: () => setSheet('write'),
    onSent: onClose,
  });
  const { draft, isChanged, isRestored, isSending, isMany, failure, hasNothingToSave, timeZone } = composer;
  const chooser = useChooser(composer);
  const locations = useLocationChoices(draft.locationId);
  const shownPost = post ?? from;
  const locationName = draft.locationId === shownPost?.locationId ? shownPost?.locationName : undefined;
  const { close, question } = useDiscardQuestion({
    losesChanges: post !== undefined && isChanged && !isSending,
    words: 'Your changes to this post haven’t been saved. Discard them?',
    onClose,
  });

  const preview = {
    draft,
    timeZone,
    checks: composer.isChecked ? passedChecks(draft, composer.findings) : [],
    hidden: isNarrow && sheet !== 'preview',
  };
  const sheets = (
    <div className={styles.sheets}>
      <ComposerForm
        id={formId}
        ref={form}
        composer={composer}
        locations={locations}
        locationName={locationName}
        onOpenChooser={chooser.open}
        hidden={isNarrow && sheet !== 'write'}
      />
      <div className={styles.preview}>
        {isMany ? (
          <CampaignPreview key={draft.choice} {...preview} />
        ) : (
          <PostPreview {...preview} location={locations.chosen} locationName={locationName} />
        )}
      </div>
    </div>
  );

  if (composer.plan) return <CampaignPlan composer={composer} plan={composer.plan} onClose={onClose} />;
  const [label, busyLabel] = post
    ? ['Save Changes', 'Saving...']
    : isMany
      ? ['See the plan', 'Planning...']
      : ['Schedule', 'Scheduling...'];
  return (
    <Dialog
      open
      size="large"
      title={post ? 'Edit Post' : 'Schedule Post'}
      onClose={close}
      message={<FormMessages fault={failure} hasNothingToSave={hasNothingToSave} />}
      footer={
        <FormButtons formId={formId} label={label} busyText={isSending && busyLabel} onCancel={close} />
      }
    >
      {post && post.campaignId !== null && (
        <div className={styles.note}>
          <Banner tone="info">{APART_FROM_CAMPAIGN}</Banner>
        </div>
      )}
      {isRestored && <RestoredNote onDiscard={composer.discard} />}
      {isNarrow ? (
        <Tabs label="Post" tabs={SHEETS} value={sheet} onChange={setSheet}>
          {sheets}
        </Tabs>
      ) : (
        sheets
      )}
      {chooser.dialog}
      {question}
    </Dialog>
  );
}

function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  useEffect(() => announce('Draft restored'), []);
  return (
    <div className={styles.note}>
      <Banner
        tone="info"
        action={
          <Button size="small" onClick={onDiscard}>
            Discard draft
          </Button>
        }
      >
        Draft restored
      </Banner>
    </div>
  );
}
