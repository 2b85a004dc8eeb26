import type { Schemas } from '../api/client';
import { Banner } from '../ui/messages/banner';
import { ExternalLink } from '../ui/basics/button';

type State = Schemas['LocationDto']['state'];

interface StateWords {
  reason: string;
  /** What customers see of it. */
  effect: string;
  /** Google's Business Profile help. */
  help: string;
  link: string;
}

/** What each state means, and what helps. */
export const STATE_NOTICES: Readonly<Record<Exclude<State, 'VERIFIED'>, Readonly<StateWords>>> =
  Object.freeze({
    UNVERIFIED: {
      reason: 'Google hasn’t confirmed that this business is yours yet',
      effect: 'customers may not see it or your changes',
      help: 'https://support.google.com/business/answer/7107242',
      link: 'How to verify a business',
    },
    SUSPENDED: {
      reason: 'Google has suspended this profile for going against its guidelines',
      effect: 'customers may not see it',
      help: 'https://support.google.com/business/answer/4569145',
      link: 'How to fix a suspended profile',
    },
  });

/** Explains that a location is suspended or not verified, and how to fix it. Empty for a verified one. */
export function StateNotice({ state }: { state: State }) {
  if (state === 'VERIFIED') return null;
  const { reason, effect, help, link } = STATE_NOTICES[state];
  return (
    <Banner tone="warning" action={<ExternalLink href={help}>{link}</ExternalLink>}>
      {`${reason}, so ${effect}.`}
    </Banner>
  );
}
