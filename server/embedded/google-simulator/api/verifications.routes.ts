import type { ApiRoute } from '../exchange.js';
import type { Verification } from '../model.js';
import type { State } from '../state.js';
import { locationFor } from './access.js';

/** What Google says of a place in each state: whether it speaks for its business, and what it lacks if not. */
const ANSWERS: Record<Verification, object> = {
  VERIFIED: { hasVoiceOfMerchant: true, hasBusinessAuthority: true },
  UNVERIFIED: { verify: {} },
  VERIFICATION_PENDING: { verify: { hasPendingVerification: true } },
  WAITING: { hasBusinessAuthority: true, waitForVoiceOfMerchant: {} },
  OWNERSHIP_CONFLICT: { resolveOwnershipConflict: {} },
  SUSPENDED: {
    hasBusinessAuthority: true,
    complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_SUSPENDED' },
  },
  DISABLED: {
    hasBusinessAuthority: true,
    complyWithGuidelines: { recommendationReason: 'BUSINESS_LOCATION_DISABLED' },
  },
};

/** My Business Verifications, v1. */
export function verificationRoutes(state: State): ApiRoute[] {
  return [
    {
      operation: 'voiceOfMerchantState.get',
      api: 'verifications',
      method: 'GET',
      path: '/v1/locations/{location}/VoiceOfMerchantState',
      answer: ({ person, params }) => ({
        json: ANSWERS[locationFor(state, person, params.location ?? '').verification],
      }),
    },
  ];
}
