import type { FieldChanges } from 'gbp-simulator';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { bodyOf } from '../campaigns/author.ts';
import type { Google } from '../google.ts';
import type { Act, Field } from './plan.ts';
import { valueOf } from './tab.ts';

/** Who uses Google's own manager, and has no account here. */
export const OWNER = PEOPLE.casimir;

/** Each field as Google has it. */
const AT_GOOGLE: Record<Field, { path: string; fields: (text: string) => FieldChanges }> = {
  websiteUri: { path: 'websiteUri', fields: (text) => ({ websiteUri: text }) },
  description: { path: 'profile.description', fields: (text) => ({ profile: { description: text } }) },
};

/** What happens without the product: the owner in Google's own manager, the public, and Google. */
export class Elsewhere {
  /** When reviews were edited by those who wrote them, in ms since 1970. */
  readonly edited: { review: string; at: number }[] = [];
  private readonly google: Google;
  /** The account that has the locations. */
  private readonly account: string;

  constructor(google: Google, account: string) {
    this.google = google;
    this.account = account;
  }

  /**
   * Does one thing.
   * @param texts of campaigns, for posts with the same words
   * @returns how it went, in a word or two
   */
  async act(act: Act, location: string, texts: string[]): Promise<string> {
    const { world } = this.google.control;
    const { kind, fields: [field = 'websiteUri'] = [], number, pick } = act;
    const { fields } = AT_GOOGLE[field];
    switch (kind) {
      case 'Google edits': {
        const by = pick % 2 === 0 ? 'google' : 'public';
        await world.editByGoogle({ location, by, fields: fields(valueOf(field, by, number)) });
        return kind;
      }
      case 'owner edits':
        await world.editByOwner({ location, fields: fields(valueOf(field, 'elsewhere', number)) });
        return kind;
      case 'owner puts back':
        return this.putBack(field, location);
      case 'owner posts':
        return this.post(location, texts[pick % (texts.length || 1)]);
      default:
        return this.actOnReview(act, location);
    }
  }

  /** The owner gives a field back what it had before the last edit from here. */
  private async putBack(field: Field, location: string): Promise<string> {
    const { path, fields } = AT_GOOGLE[field];
    const entries = await this.google.control.journal.list({ location });
    const last = entries.findLast(
      ({ view, field: of, author }) => view === 'owner' && of === path && author === 'api',
    );
    if (typeof last?.before !== 'string') return 'nothing to put back';
    await this.google.control.world.editByOwner({ location, fields: fields(last.before) });
    return 'owner puts back';
  }

  private async actOnReview(act: Act, location: string): Promise<string> {
    const { kind, pick, number } = act;
    const { world } = this.google.control;
    const [of] = await world.reviews({ location });
    const review = of?.reviews[pick % (of.reviews.length || 1)];
    if (!review) return 'no review';
    if (kind === 'public edits review') {
      await this.editReview(act, review);
      return kind;
    }
    if (kind === 'owner removes reply' && !review.resource.reviewReply) return 'no reply to remove';
    const comment = kind === 'owner replies' ? `Theirs ${number}` : null;
    await world.replyElsewhere({ review: review.name, comment });
    return kind;
  }

  /** The public edits a review. */
  async editReview({ pick, number }: Act, { name, id }: { name: string; id: string }): Promise<void> {
    await this.google.control.world.editReview({
      review: name,
      stars: pick % 2 === 0 ? 1 : 5,
      comment: `Changed by ${number}`,
    });
    this.edited.push({ review: id, at: Date.now() });
  }

  /** The owner makes a post with the same words as one of ours. */
  async post(location: string, text: string | undefined): Promise<string> {
    if (text === undefined) return 'nothing to post';
    const { access_token: token } = await this.google.control.world.issueTokens({ email: OWNER });
    const path = `accounts/${this.account}/locations/${location}/localPosts`;
    const answer = await fetch(`${this.google.addresses.GBP_V4_URL}/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(bodyOf(text)),
    }).catch(() => undefined);
    return answer?.ok ? 'owner posts' : 'owner posts in vain';
  }
}
