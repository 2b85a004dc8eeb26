import { figure } from '../../config/figure.js';
import { toCanonicalText } from '../../business-profile/port/remote-post.js';
import { frozen } from '../../config/frozen.js';
import { hasPhoneNumber } from '../../posts/phone-in-text.js';
import { hasVisible } from '../../security/visible-text.js';

/** How long a reply may be at Google, in bytes of UTF-8. */
export const MAX_REPLY_BYTES = 4096;

/** How many of a location's last replies a new one is compared with. */
export const LAST_REPLIES = 20;

/** What is known about a reply that is being written. */
export interface ReplyDraftFacts {
  text: string;
  /** Whether a reply at the location must not show that the reviewer was a customer. */
  isSensitive: boolean;
  /** The last replies to other reviews of the location. */
  lastTexts: readonly string[];
}

interface ReplyRule {
  id: string;
  reason: string;
  cure: string;
  applies(facts: ReplyDraftFacts): boolean;
}

/** Characters without a visible form, except line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\r\t]|\p{Cs}/u;

/** The rules that a reply has to keep to be stored. */
export const REPLY_FAULTS = frozen([
  {
    id: 'blank',
    reason: 'The reply is empty.',
    cure: 'Write at least a word.',
    applies: ({ text }) => !hasVisible(text),
  },
  {
    id: 'too-long',
    reason: `Google accepts at most ${figure(MAX_REPLY_BYTES)} bytes, in which most letters are one byte, accents and other scripts two or three, and emoji four or more.`,
    cure: 'Shorten the reply.',
    applies: ({ text }) => bytesOf(text) > MAX_REPLY_BYTES,
  },
  {
    id: 'control-characters',
    reason: 'This contains invisible control characters.',
    cure: 'Remove them, or write the reply again.',
    applies: ({ text }) => CONTROL.test(text),
  },
] as const satisfies ReplyRule[]);

/**
 * Web and email addresses, also without `https://`. Here and below a pattern begins at the one character that decides, not at
 * the text before it, so that matching takes linear time, also in a text that repeats itself.
 */
const ADDRESS =
  /https?:|www\.|[\w.+-]@[\w-]+\.[a-z]{2}|(?<![\w.@-])[a-z\d-]{2,}\.(com|net|org|info|biz|shop|store|app|io|co|eu|de|at|ch|fr|it|es|nl|be|pl|uk|ie|us|ca|au)(?![\w-])/i;

/** An amount with a currency before or behind it. */
const PRICE =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|CAD|AUD)\b)\s?\d|\d\s?(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF|CAD|AUD|dollars?|euros?|pounds?)\b)|\d\s?%\s?(?:off|discount|rabatt)/i;

/** Words that show that the reviewer was a patient or a client, in the languages that the product is used in most. */
const CUSTOMER =
  /\b(?:your (?:appointment|treatment|visit|case|file|records?|diagnosis|procedure|surgery|operation|therapy|session|prescription|results?|consultation|claim|loan|mortgage|policy|taxes|tax return|matter)|as (?:a|our|one of our) (?:patient|client|customer)|our (?:patient|client)|treat(?:ed|ing) you|represent(?:ed|ing) you|(?:since|when|after) you (?:came|visited|called|saw) |(?:Ihr|Ihre|Ihrem|Ihrer|Ihren) (?:Termin|Behandlung|Besuch|Fall|Akte|Diagnose|Operation|Therapie|Sitzung|Beratung)|als (?:Patient|Mandant|Kunde|Klient)(?:in)?)\b/i;

/** Rules about texts that people regret to have sent. They may send them all the same. */
export const REPLY_WARNINGS = frozen([
  {
    id: 'phone-in-text',
    reason: 'Google often rejects replies with a phone number.',
    cure: 'Remove the number: your profile shows it already.',
    applies: ({ text }) => hasPhoneNumber(text),
  },
  {
    id: 'address-in-text',
    reason: 'Google often rejects replies with a web or email address.',
    cure: 'Remove the address: your profile shows your website already.',
    applies: ({ text }) => ADDRESS.test(text),
  },
  {
    id: 'price-in-text',
    reason: 'Google may consider a price or an offer advertising.',
    cure: 'Leave out amounts and offers.',
    applies: ({ text }) => PRICE.test(text),
  },
  {
    id: 'customer-relation',
    reason:
      'This seems to confirm that the reviewer was a patient or a client. In your line of business that may be confidential.',
    cure: 'Speak about how you work in general, and offer to talk in private.',
    applies: ({ text, isSensitive }) => isSensitive && CUSTOMER.test(text),
  },
  {
    id: 'same-text',
    reason: 'One of the last replies at this location has the same text, and Google rejects repetitive ones.',
    cure: 'Say something about this one review.',
    applies: ({ text, lastTexts }) => {
      const own = toCanonicalText(text).toLowerCase();
      return lastTexts.some((last) => toCanonicalText(last).toLowerCase() === own);
    },
  },
] as const satisfies ReplyRule[]);

export const REPLY_FAULT_IDS = Object.freeze(REPLY_FAULTS.map(({ id }) => id));
export const REPLY_WARNING_IDS = Object.freeze(REPLY_WARNINGS.map(({ id }) => id));

/** How long a text is at Google. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** The rules that a text breaks, of a list of rules. */
export function brokenBy<Rule extends ReplyRule>(
  rules: readonly Rule[],
  facts: ReplyDraftFacts,
): Pick<Rule, 'id' | 'reason' | 'cure'>[] {
  return rules.filter((rule) => rule.applies(facts)).map(({ id, reason, cure }) => ({ id, reason, cure }));
}
