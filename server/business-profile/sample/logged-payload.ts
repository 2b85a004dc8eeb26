import type { PostBody } from '../../database/schema.js';

/** A post's content for the log: each text and each link is replaced by its length. */
export function toLoggedBody({ languageCode, topicType, summary, callToAction, event, offer }: PostBody) {
  return {
    languageCode,
    topicType,
    summary: summary.length,
    callToAction: callToAction && { actionType: callToAction.actionType, url: callToAction.url?.length },
    event: event && { title: event.title.length, schedule: event.schedule },
    offer: offer && {
      couponCode: offer.couponCode?.length,
      redeemOnlineUrl: offer.redeemOnlineUrl?.length,
      termsConditions: offer.termsConditions?.length,
    },
  };
}
