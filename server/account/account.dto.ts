import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { Trimmed } from '../security/field-rules.js';

/** Longer than any e-mail address may be. */
const MAX_EMAIL = 254;
/** Firebase's own limit for a password. */
const MAX_PASSWORD = 4096;

/** What a person should know of their account before they delete it. */
export class AccountFiguresDto {
  /**
   * Posts of theirs that wait or are on their way, whichever data they see at present; examples do not count.
   * @example 3
   */
  scheduledPosts!: number;

  /**
   * In how many browsers they are signed in, this one included.
   * @example 2
   */
  sessions!: number;
}

export class DeleteAccountDto {
  /**
   * The e-mail address of the account, typed once more; capitals do not matter.
   * @example 'owner@example.com'
   */
  @Trimmed()
  @MaxLength(MAX_EMAIL, { message: 'This is not the email address of your account' })
  @IsNotEmpty({ message: 'Please type your email address' })
  @IsString({ message: 'Please type your email address' })
  confirmation!: string;

  /**
   * Needed from whoever signs in by password. Everybody else must have signed in within the last 5 minutes.
   * @example 'correct horse'
   */
  @IsOptional()
  @MaxLength(MAX_PASSWORD, { message: `Password must be at most ${MAX_PASSWORD} characters` })
  @IsString({ message: 'Password must be text' })
  password?: string;
}

export class AccountDeletedDto {
  /** Whether Google has confirmed that the access to the Business Profile is revoked; null: there was none. */
  revoked!: boolean | null;

  /** Whether Firebase has deleted the sign-in; if not, that is tried again until it has. */
  signInDeleted!: boolean;

  /** What has happened, in sentences for the person. */
  message!: string;
}
