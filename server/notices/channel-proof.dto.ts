import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

const MAX_TOKEN = 100;

export class ChannelProofDto {
  /** The token of the link in the mail. */
  @MaxLength(MAX_TOKEN, { message: `Token must be at most ${MAX_TOKEN} characters` })
  @IsNotEmpty({ message: 'Token is required' })
  @IsString({ message: 'Token is required' })
  token!: string;
}
