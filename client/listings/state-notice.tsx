import type { Schemas } from '../api/client';
import { Banner } from '../ui/banner';
import { ExternalLink } from './external-link';

type State = Schemas['LocationDto']['state'];

/** The words and the pages of Google's Business Profile help, by state. */
const NOTICES: Record<Exclude<State, 'VERIFIED'>, { meaning: string; help: string; link: string }> = {
  UNVERIFIED: {
    meaning:
      'Google has not confirmed yet that this business is yours, so customers may not see it or your changes.',
    help: 'https://support.google.com/business/answer/7107242',
    link: 'How to verify a business',
  },
  SUSPENDED: {
    meaning:
      'Google has suspended this profile for going against its guidelines, so customers may not see it.',
    help: 'https://support.google.com/business/answer/4569145',
    link: 'How to fix a suspended profile',
  },
};

/** Says what a bad state means and how to mend it; nothing for a good one. */
export function StateNotice({ state }: { state: State }) {
  if (state === 'VERIFIED') return null;
  const { meaning, help, link } = NOTICES[state];
  return (
    <Banner tone="warning" action={<ExternalLink href={help}>{link}</ExternalLink>}>
      {meaning}
    </Banner>
  );
}
