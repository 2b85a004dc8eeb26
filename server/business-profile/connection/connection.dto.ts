import { ApiProperty } from '@nestjs/swagger';
import {
  CONNECTION_STATES,
  GOOGLE_API_STATES,
  GOOGLE_APIS,
  type GoogleApiName,
  type GoogleApiState,
} from '../../database/connection.schema.js';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';

export class SetupDto {
  /** The authorization code that Google sent to `/gbp-callback`. */
  @Matches(/\S/, { message: 'No authorization code received' })
  @MaxLength(2048, { message: 'Code is too long' })
  @IsString({ message: 'No authorization code received' })
  code!: string;

  /** The `state` that came with it. */
  @IsOptional()
  @MaxLength(512, { message: 'State is too long' })
  @IsString({ message: 'State must be text' })
  state?: string;
}

class SetupErrorDto {
  message!: string;
}

export class SetupAnswerDto {
  success!: boolean;
  message!: string;
  error?: SetupErrorDto;
}

export class ConsentPageDto {
  /** Google's consent page, with the parameters of the specification, section 3. */
  url!: string;
}

/** One of Google’s APIs that Google does not let this server use. No connection can do what needs it. */
export class ClosedApiDto {
  /**
   * `v4`: posts and reviews (Google My Business API). `performance`: figures. `verifications`: whether locations are verified.
   * `accounts` and `information`: everything.
   */
  @ApiProperty({ enum: GOOGLE_APIS })
  api!: GoogleApiName;

  /** `not_enabled`: it is off in the server’s Cloud project. `no_quota`: it is on, with a quota of no calls at all. */
  @ApiProperty({ enum: GOOGLE_API_STATES.filter((state) => state !== 'enabled') })
  state!: Exclude<GoogleApiState, 'enabled'>;

  /** Since when. */
  since!: Date;

  /** When it was last asked. It is asked again every 15 minutes. */
  askedAt!: Date;
}

export class ConnectionStatusDto {
  /** Whether a working connection to a Google Business Profile exists. */
  hasAccess!: boolean;

  /** Which data the user sees. */
  source!: 'sample' | 'google';

  /**
   * `none`: never connected, or disconnected. `reconnect`: Google no longer accepts the grant. `no_quota`: Google has
   * not approved the project for its Business Profile APIs yet, so that nothing can be read. `held`: it was made before
   * the e-mail address of the account was proven, and with another Google account than the one that proved it: nothing is
   * read or sent until the person keeps or removes it.
   */
  state!: 'none' | (typeof CONNECTION_STATES)[number];

  /** The Google account that is connected. */
  email!: string | null;

  /** Whether it is an account of the practice Google on this machine, where nothing is public. */
  isPractice!: boolean;

  /** Whether this server lets people practise with such an account in one step. */
  offersPractice!: boolean;

  connectedAt!: Date | null;

  /** The APIs that Google does not let this server use, although a profile is connected; none on sample data. */
  closedApis!: ClosedApiDto[];
}

export class DisconnectedDto {
  /** Whether Google has confirmed that the grant is revoked. */
  revoked!: boolean;

  /** What has happened, in a sentence. */
  message!: string;
}
