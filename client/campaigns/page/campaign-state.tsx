import { useEffect, useEffectEvent, useRef } from 'react';
import { countOf, figure } from '../../lib/count-of';
import { Banner } from '../../ui/messages/banner';
import { statusWords } from '../../ui/basics/labels';
import { announce } from '../../ui/basics/screen-reader';
import { type Campaign, unstoppable } from '../campaign-words';
import { undoneIn } from './target-states';

/** The state of a campaign, and what stops it. A change of the state is announced. */
export function CampaignState({ campaign }: { campaign: Campaign }) {
  const said = stateOf(campaign);
  const lastState = useRef(campaign.state);
  const announceState = useEffectEvent(() => {
    announce(said?.words ?? `${countOf(campaign.posts, 'post')} scheduled.`);
  });
  useEffect(() => {
    if (lastState.current === campaign.state) return;
    lastState.current = campaign.state;
    announceState();
  }, [campaign.state]);

  return (
    <>
      {campaign.isOfOtherAccount && (
        <Banner tone="info">
          This campaign belongs to a Google account that isn’t connected, so you can only view it. Its posts
          are held until you connect that account again.
        </Banner>
      )}
      {said && <Banner tone={said.tone}>{said.words}</Banner>}
    </>
  );
}

/** A campaign's state in a sentence; undefined if the numbers say all. */
function stateOf(campaign: Campaign): { tone: 'info' | 'success' | 'warning'; words: string } | undefined {
  const { state, isPaused, posts, progress } = campaign;
  const { waiting, leftover } = progress;
  const undone = undoneIn(progress);
  const onItsWay = unstoppable(campaign);
  const also = onItsWay && ` ${onItsWay}`;
  switch (state) {
    case 'draft':
      return {
        tone: 'info',
        words:
          'This plan isn’t confirmed, so nothing will be published. Unconfirmed plans are deleted after 7 days.',
      };
    case 'scheduling':
      return {
        tone: 'info',
        words:
          waiting > 0
            ? `Scheduling: ${figure(posts - waiting)} of ${countOf(posts, 'post')} done.`
            : `Changing unpublished posts.${also}`,
      };
    case 'undoing':
      return {
        tone: 'info',
        words: `Undoing: ${figure(undone)} of ${countOf(posts, 'post')} deleted.${also}`,
      };
    case 'undone':
      return leftover === 0
        ? { tone: 'success', words: `Undone: ${figure(undone)} deleted.` }
        : {
            tone: 'warning',
            words: `Undone: ${figure(undone)} deleted. ${countOf(leftover, 'post')} ${statusWords('LEFTOVER')}: see below.`,
          };
    default:
      return isPaused
        ? {
            tone: 'warning',
            words: onItsWay
              ? `Paused.${also} Nothing else from this campaign will be published until you resume it.`
              : 'Paused. Nothing from this campaign will be published until you resume it.',
          }
        : undefined;
  }
}
