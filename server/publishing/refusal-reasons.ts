import { Injectable, Logger } from '@nestjs/common';
import { frozen } from '../config/frozen.js';
import { rootOf } from '../errors/database-errors.js';
import { PreflightService } from '../posts/preflight.service.js';
import type { Finding } from '../posts/preflight-rules.js';
import type { PostRow } from '../posts/posts.repository.js';
import { type PostClaim, FAILURES, type PostResult } from './steps.js';

/** What Google often rejects, and the rules by which we see it ourselves. */
const USUAL_REASONS: readonly { words: string; rules?: readonly Finding['id'][] }[] = frozen([
  { words: 'a phone number in the text', rules: ['phone-in-text', 'phone-in-title'] },
  { words: 'too many capital letters' },
  { words: 'a link that doesn’t open', rules: ['link-private', 'offer-link-private'] },
  { words: 'an offer from a hotel', rules: ['hotel-offer'] },
  { words: 'a topic that its content policy doesn’t allow' },
]);

/** Says what may be wrong with a post that Google rejected without a reason: what we see ourselves, then what is usual. */
@Injectable()
export class RefusalReasons {
  private readonly logger = new Logger('Publishing');

  constructor(private readonly preflight: PreflightService) {}

  /** The result of a step with these words, in the post and in its attempt; a result that has a reason stays as it is. */
  async explain({ post }: Pick<PostClaim, 'post'>, result: PostResult): Promise<PostResult> {
    const said = result.post.errorDetails;
    const error = said && (await this.wordsFor(post, said));
    if (!error || error === said) return result;
    return {
      ...result,
      post: { ...result.post, errorDetails: error },
      attempts: result.attempts?.map((attempt) =>
        attempt.change.error === said ? { ...attempt, change: { ...attempt.change, error } } : attempt,
      ),
    };
  }

  /** What is said of the end of a post, with what may be the reason if Google gave none. */
  async wordsFor(post: PostRow, said: string): Promise<string> {
    if (said !== FAILURES.rejected && said !== FAILURES.takenDown) return said;
    const findings = await this.preflight.ofStored(post).catch((error: unknown) => {
      // What became of the post is recorded all the same.
      this.logger.error({ event: 'publishing.unexplained', post: post.id, reason: String(rootOf(error)) });
      return [];
    });
    return `${said} ${reasonsOf(findings)}`;
  }
}

function reasonsOf(findings: readonly Finding[]): string {
  const found = findings.map(({ reason, cure }) => [reason, cure].filter(Boolean).join(' '));
  const isSeen = (rules: readonly Finding['id'][] = []) => findings.some(({ id }) => rules.includes(id));
  const usual = USUAL_REASONS.filter(({ rules }) => !isSeen(rules)).map(({ words }) => words);
  const common = `${usual.slice(0, -1).join(', ')}, or ${usual.at(-1)}`;
  return found.length === 0
    ? `Google doesn’t say why. Common reasons: ${common}.`
    : `Our own check finds: ${found.join(' ')} Google itself doesn’t say why. Other common reasons: ${common}.`;
}
