import { frozen } from '../../config/frozen.js';

const ID = '[A-Za-z0-9][A-Za-z0-9_-]{0,127}';
const IS_ID = new RegExp(`^${ID}$`);

/**
 * What the names of Google's resources may be, with their ids as groups. What has no such name can neither be asked for
 * nor stored.
 */
export const GOOGLE_NAMES = frozen({
  account: new RegExp(`^accounts/(${ID})$`),
  location: new RegExp(`^locations/(${ID})$`),
  /** `gcid:bakery` */
  category: /^categories\/([a-z]+:[A-Za-z0-9_]{1,100})$/,
  attribute: new RegExp(`^attributes/(${ID})$`),
  post: new RegExp(`^accounts/(${ID})/locations/(${ID})/localPosts/(${ID})$`),
  /** A review’s own id may have any form, but for dots alone, which mean another place in a path. */
  review: new RegExp(`^accounts/(${ID})/locations/(${ID})/reviews/((?!\\.+$)[^/\\p{Cc}]+)$`, 'u'),
});

/** Whether a text can be one of Google’s ids, and so may enter a path. */
export function isGoogleId(text: string): boolean {
  return IS_ID.test(text);
}

/** The account and the location in Google’s name of a post or a review; undefined for any other text. */
export function placeOfName(name: string): { accountId: string; locationId: string } | undefined {
  const [, accountId, locationId] = GOOGLE_NAMES.post.exec(name) ?? GOOGLE_NAMES.review.exec(name) ?? [];
  return accountId && locationId ? { accountId, locationId } : undefined;
}

/** The name of the same post or review under another account. */
export function nameUnder(name: string, accountId: string): string {
  return name.replace(/^accounts\/[^/]+/, `accounts/${accountId}`);
}
