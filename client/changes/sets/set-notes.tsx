import { countOf, figure } from '../../lib/count-of';
import prose from '../../ui/basics/prose.module.css';
import { Banner } from '../../ui/messages/banner';
import { useWhyNotNow } from '../undo-parts';
import { type ChangeSet, ON_HOLD } from './set-words';

/** What stop and undo do, in figures, or why there is no undo. */
export function SetNotes({ set: { state, progress, undo } }: { set: ChangeSet }) {
  const whyNotNow = useWhyNotNow();
  const { locations, changes, cannot, isUnderWay } = undo;
  const stays = `${countOf(cannot, 'change')} can’t be undone.`;
  return (
    <Banner tone="info">
      {state === 'running' && (
        <p>
          <b className={prose.strong}>Stop</b> sends nothing more.{' '}
          {progress.sent > 0 && `What was sent to ${countOf(progress.sent, 'location')} stays.`}
        </p>
      )}
      {state === 'stopped' && progress.notSent > 0 && (
        <p>
          These changes were stopped. {figure(progress.notSent)} of {countOf(progress.total, 'location')} got
          nothing.
        </p>
      )}
      {whyNotNow ? (
        <p>
          {whyNotNow}
          {state === 'running' && ` ${ON_HOLD}`}
        </p>
      ) : isUnderWay ? (
        <p>These changes are being undone.</p>
      ) : changes > 0 ? (
        <p>
          <b className={prose.strong}>Undo all</b> reverses {countOf(changes, 'change')} at{' '}
          {countOf(locations, 'location')}. {cannot > 0 && `${stays} `}What has changed since then stays as it
          is.
        </p>
      ) : (
        state !== 'running' && <p>None of this can be undone.</p>
      )}
    </Banner>
  );
}
