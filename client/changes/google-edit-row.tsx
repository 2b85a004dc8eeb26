import { Eye } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { viewUrl } from '../lib/views';
import { FIELD_NAMES } from '../listings/field-values';
import { isLockable } from '../listings/use-locks';
import prose from '../ui/basics/prose.module.css';
import { Banner } from '../ui/messages/banner';
import { Button, ButtonLink } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { Checkbox } from '../ui/form/inputs';
import { Plate } from '../ui/basics/labels';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { type GoogleEdit, momentWords } from './change-words';
import { compareValues } from './compare-values';
import { ComparedValues } from './compared-values';
import { FORM_PARTS } from './form-parts';
import styles from './google-edit-row.module.css';
import { PlainValue } from './undo-parts';
import { useAnswer } from './use-answer';
import { UseGoogleDialog } from './use-google-dialog';

interface GoogleEditRowProps {
  edit: GoogleEdit;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  /** Whether it is being answered together with others. */
  isAnswering: boolean;
  canAnswer: boolean;
  /** Called when it is being answered here. */
  onAnswer: () => void;
  timeZone: string;
  onOpenChange: (id: string) => void;
}

/** One edit: its location and field, both values, what it means for customers, and the buttons to answer it, or why it can't be answered. */
export function GoogleEditRow(props: GoogleEditRowProps) {
  const { edit, isChosen, onChoose, isAnswering, canAnswer, onAnswer, timeZone, onOpenChange } = props;
  const { field, locationName, storeCode, accountId, locationId, yours, google, firstSeenAt } = edit;
  const row = useRef<HTMLDivElement>(null);
  const textId = useId();
  const [keep, setKeep] = useState(false);
  const answering = useAnswer(edit, row, onAnswer, keep);
  const { isBusy, conflict, failure, ask, answer } = answering;
  const name = `${FIELD_NAMES[field]} of ${locationName}`;
  const canChoose = edit.whyNoAnswer === null && canAnswer && !isAnswering;
  const isSevere = edit.state === 'OPEN' && closingWords(edit) !== undefined;
  const part = FORM_PARTS[field];
  return (
    <div ref={row} className={cx(styles.row, isSevere && styles.severe)}>
      <div className={styles.what}>
        {edit.state === 'OPEN' && (
          <input
            type="checkbox"
            className={styles.tick}
            aria-label={`Choose ${name}`}
            disabled={!canChoose}
            checked={isChosen && canChoose}
            onChange={({ target }) => onChoose(target.checked)}
          />
        )}
        <div>
          <h3 id={textId} className={prose.minorTitle}>
            {FIELD_NAMES[field]}
            <VisuallyHidden> of {locationName}</VisuallyHidden>
          </h3>
          <p>
            <Link
              to={viewUrl('location-details', { account: accountId, location: locationId })}
              className={cx(prose.plainLink, styles.link)}
            >
              {locationName}
            </Link>
          </p>
          <p className={prose.meta}>
            {storeCode && <Plate>{storeCode}</Plate>} Seen {momentWords(firstSeenAt, timeZone)}
          </p>
        </div>
      </div>
      <div className={styles.value} role="group" aria-labelledby={`${textId}-yours`}>
        <h4 id={`${textId}-yours`}>Yours</h4>
        <ComparedValues field={field} before={yours} after={google} shown="before" />
      </div>
      <div className={cx(styles.value, styles.live)} role="group" aria-labelledby={`${textId}-google`}>
        <div className={styles.valueHead}>
          <h4 id={`${textId}-google`}>Public on Google</h4>
          {edit.state === 'OPEN' && (
            <p className={styles.seen}>
              <Icon of={Eye} /> Customers see this
            </p>
          )}
        </div>
        <ComparedValues field={field} before={yours} after={google} shown="after" />
      </div>
      <div className={styles.notes}>
        <Notes edit={edit} timeZone={timeZone} />
        {canChoose && canBeKept(edit) && (
          <div className={styles.keep}>
            <Checkbox
              checked={keep}
              aria-describedby={textId}
              onChange={({ target }) => setKeep(target.checked)}
            >
              and keep it so
            </Checkbox>
          </div>
        )}
      </div>
      <div className={styles.answers}>
        {edit.state === 'OPEN' && isAnswering && <p className={prose.meta}>Being sent...</p>}
        {canChoose && (
          <>
            <Button
              size="small"
              variant={isSevere ? 'primary' : 'secondary'}
              aria-describedby={textId}
              busyText={isBusy === 'reject' && 'Sending...'}
              disabled={isBusy !== undefined}
              onClick={() => answer('reject')}
            >
              Keep mine
            </Button>
            <Button
              size="small"
              aria-describedby={textId}
              busyText={isBusy === 'accept' && 'Sending...'}
              disabled={isBusy !== undefined}
              onClick={() => ask(true)}
            >
              Use Google’s
            </Button>
            {part && (
              <ButtonLink
                size="small"
                variant="quiet"
                aria-describedby={textId}
                to={viewUrl('location-details', { account: accountId, location: locationId, edit: part })}
              >
                Edit…
              </ButtonLink>
            )}
          </>
        )}
        {edit.changeId && edit.state !== 'OPEN' && (
          <Button
            size="small"
            variant="quiet"
            aria-describedby={textId}
            onClick={() => edit.changeId && onOpenChange(edit.changeId)}
          >
            See the change
          </Button>
        )}
      </div>
      {conflict && (
        <div className={styles.message}>
          <Banner tone="warning">
            <p>Your own value has changed since this was shown, so nothing was sent. It’s now:</p>
            <PlainValue field={field} value={conflict.current} />
            <p>Compare both again, then choose.</p>
          </Banner>
        </div>
      )}
      {failure && (
        <div className={styles.message}>
          <Banner tone="error">{failure}</Banner>
        </div>
      )}
      <UseGoogleDialog field={field} answering={answering}>
        {name} becomes what Google shows now.
      </UseGoogleDialog>
    </div>
  );
}

/** Whether a new lock could keep the own value: it never does so where Google says that a location is closed. */
function canBeKept({ field, google, isLocked }: GoogleEdit): boolean {
  return !isLocked && isLockable(field) && !(field === 'openStatus' && google.text !== 'OPEN');
}

/** The effect of an edit, how often it came, and its answer, or why it can't be answered. */
function Notes({ edit, timeZone }: { edit: GoogleEdit; timeZone: string }) {
  const { state, times, whyNoAnswer, isLocked, decidedAt, decidedBy } = edit;
  const answered = decidedAt && `${decidedBy?.name || 'A former user'}, ${momentWords(decidedAt, timeZone)}.`;
  const notes =
    state === 'OPEN'
      ? [
          closingWords(edit) ?? reachWords(edit),
          times > 1 && `This is the ${ordinal(times)} time.`,
          isLocked && 'This field is locked.',
          whyNoAnswer,
        ]
      : [
          state === 'ACCEPTED' && 'Google’s value was used.',
          state === 'REJECTED' && 'Your value was kept.',
          answered,
        ];
  const words = notes.filter(Boolean).join(' ');
  return words && <p className={prose.meta}>{words}</p>;
}

/** Says where customers end up because of an edit; undefined for values that lead nowhere. */
function reachWords({ field, google }: GoogleEdit): string | undefined {
  if (!google.text) return undefined;
  if (field === 'phoneNumber') return `Customers who call reach ${google.text}.`;
  return field === 'websiteUri' ? `“Website” on Google opens ${google.text}.` : undefined;
}

const ORDINALS = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(count: number): string {
  return `${count}${ENDINGS[ORDINALS.select(count)] ?? 'th'}`;
}

/** Says that customers find a location closed because of an edit; undefined if they don't. */
function closingWords({ field, yours, google }: GoogleEdit): string | undefined {
  if (field === 'openStatus' && google.text && google.text !== 'OPEN')
    return 'Customers see that it’s closed.';
  const compared = compareValues(field, yours, google);
  if (compared.kind !== 'days' || field === 'moreHours') return undefined;
  const closed = compared.days.filter(({ before, after }) => after === 'closed' && before !== 'closed');
  if (closed.length === 0) return undefined;
  const days = closed.map(({ label }) => label).join(', ');
  return `${days} ${closed.length > 1 || days.includes(' to ') ? 'show' : 'shows'} “Closed” to customers.`;
}
