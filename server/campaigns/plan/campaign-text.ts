import type { LocationFacts, PostTemplate } from '../../database/campaigns.schema.js';
import type { PostBody } from '../../database/schema.js';
import type { FieldError } from '../../errors/app-error.js';
import {
  countCharacters,
  MAX_EVENT_TITLE,
  MAX_SUMMARY,
  MAX_COUPON,
  MAX_TERMS,
} from '../../posts/post-body.dto.js';
import { completeBody } from '../../posts/post-rules.js';
import { faultOfWebsite, MAX_URL } from '../../security/web-address.js';
import type { RuleId } from './campaign-rules.js';
import { LocationText, unknownVariable, withoutVariables } from './location-text.js';

/** When a rendered post goes out, and the zone of its wall times. */
interface PostTime {
  publishAt: Date;
  timeZone: string;
}

/** A post as the customers of one location read it, and the rules that its text breaks there. */
export interface RenderedPost {
  body: PostBody;
  faults: RuleId[];
}

/** The words in braces that are no variables, as errors at the fields of a request. */
export function faultsOfVariables(body: PostTemplate): FieldError[] {
  const fields = {
    summary: body.summary,
    'event.title': body.event?.title,
    'callToAction.url': body.callToAction?.url,
    'offer.couponCode': body.offer?.couponCode,
    'offer.redeemOnlineUrl': body.offer?.redeemOnlineUrl,
    'offer.termsConditions': body.offer?.termsConditions,
  };
  return Object.entries(fields).flatMap(([field, text]) => {
    const unknown = unknownVariable(text);
    if (unknown === undefined) return [];
    const message = `{${unknown}} isn’t a variable. You can use {name}, {city}, {street}, {storeCode} and {website}`;
    return [{ field: `postBody.${field}`, message }];
  });
}

/**
 * The post of a location: its own text, or else that of the campaign, with what the location has in place of each variable.
 * A value is taken as it is, even if it has braces.
 */
export function renderPost(
  template: PostTemplate,
  facts: LocationFacts,
  ownText: string | null,
  time: PostTime,
): RenderedPost {
  const own = new LocationText(facts);
  const fill = (text: string) => own.fill(text);
  const link = (text: string) => own.link(text);
  const { event, callToAction, offer } = template;
  const body = completeBody(
    {
      ...template,
      summary: ownText ?? fill(template.summary),
      callToAction: callToAction && {
        ...callToAction,
        ...(callToAction.url && { url: link(callToAction.url) }),
      },
      event: event && { ...event, title: fill(event.title) },
      offer: offer && {
        ...(offer.couponCode && { couponCode: fill(offer.couponCode) }),
        ...(offer.redeemOnlineUrl && { redeemOnlineUrl: link(offer.redeemOnlineUrl) }),
        ...(offer.termsConditions && { termsConditions: fill(offer.termsConditions) }),
      },
    },
    time,
  );
  const { lacks } = own;
  return { body, faults: [...lacks, ...(lacks.length > 0 ? [] : faultsOfRendered(body))] };
}

/** The same post at another time: an offer without dates of its own runs from when it goes out. */
export function atTime(body: PostBody, { event }: Pick<PostTemplate, 'event'>, time: PostTime): PostBody {
  return body.topicType === 'OFFER' && !event ? completeBody({ ...body, event: undefined }, time) : body;
}

/** The text of a location's post alone. */
export function renderSummary(
  { summary }: Pick<PostTemplate, 'summary'>,
  facts: LocationFacts,
  ownText: string | null,
): string {
  return (ownText ?? new LocationText(facts).fill(summary)).trim();
}

/** Stands in a proposed name where the text has a variable, or goes on. */
const ELLIPSIS = '…';
/** How many characters a proposed name has at most. */
const PROPOSED_NAME_LENGTH = 60;

/**
 * The name of a campaign that gets none: its title or its first sentence on one line, cut at a word, with … in place of
 * variables. The migration `0032_campaign_names` does the same in SQL.
 */
export function proposedName({ summary, event }: Pick<PostTemplate, 'summary' | 'event'>): string {
  const text = withoutVariables(event?.title || (summary ?? ''), () => ELLIPSIS)
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = (/^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text).replace(/\.$/, '');
  if (/^[… .,!?]*$/.test(sentence)) return 'Campaign';
  const characters = [...sentence];
  if (characters.length <= PROPOSED_NAME_LENGTH) return sentence;
  const cut = characters.slice(0, PROPOSED_NAME_LENGTH - 1).join('');
  return cut.replace(/\s+\S*$/, '') + ELLIPSIS;
}

/** What the values of a location can break that the rules of the request have passed. */
function faultsOfRendered({ summary, event, callToAction, offer }: PostBody): RuleId[] {
  const isTooLong = (text: string | undefined, most: number) => countCharacters(text ?? '') > most;
  const links = [callToAction?.url, offer?.redeemOnlineUrl];
  return [
    ...(isTooLong(summary, MAX_SUMMARY) ? (['text-too-long'] as const) : []),
    ...(isTooLong(event?.title, MAX_EVENT_TITLE) ? (['title-too-long'] as const) : []),
    ...(isTooLong(offer?.couponCode, MAX_COUPON) || isTooLong(offer?.termsConditions, MAX_TERMS)
      ? (['offer-too-long'] as const)
      : []),
    ...(links.every(
      (link) => link === undefined || (faultOfWebsite(link) === undefined && link.length <= MAX_URL),
    )
      ? []
      : (['link-invalid'] as const)),
  ];
}
