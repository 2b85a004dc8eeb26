import { ApiProperty } from '@nestjs/swagger';
import {
  IsBoolean,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import { figure } from '../config/figure.js';
import { OneLine, Trimmed } from '../security/validation.js';
import { Visible } from '../security/visible-text.js';
import { MAX_NAME, ProfileDto } from '../users/user.dto.js';
import { AllSeen, EmailAddress } from './email-address.js';

/** Firebase's own limit for a password. */
const MAX_PASSWORD = 4096;

export class PasswordResetDto {
  /** @example 'owner@example.com' */
  @AllSeen()
  @EmailAddress()
  email!: string;
}

export class LoginDto {
  /** @example 'owner@example.com' */
  @EmailAddress()
  email!: string;

  /** @example 'correct horse' */
  @MaxLength(MAX_PASSWORD, { message: `Password must be at most ${figure(MAX_PASSWORD)} characters` })
  @MinLength(6, { message: 'Password must be at least 6 characters' })
  @IsNotEmpty({ message: 'Password is required' })
  @IsString({ message: 'Password is required' })
  password!: string;

  /** Keeps the session for 14 days rather than until the browser closes (at most 24 hours). */
  @IsOptional()
  @IsBoolean({ message: 'Remember me must be true or false' })
  rememberMe?: boolean;
}

export class SignUpDto extends PasswordResetDto {
  /**
   * The first word becomes the first name, the rest the last name.
   * @example 'Robin Baker'
   */
  @Trimmed()
  @OneLine('Name')
  @MaxLength(MAX_NAME, { message: `Name must be at most ${MAX_NAME} characters` })
  @Visible('Name is required')
  @IsString({ message: 'Name is required' })
  fullName!: string;

  /** @example 'correct horse' */
  @MaxLength(MAX_PASSWORD, { message: `Password must be at most ${figure(MAX_PASSWORD)} characters` })
  @MinLength(6, { message: 'Password must be at least 6 characters' })
  @IsNotEmpty({ message: 'Password is required' })
  @IsString({ message: 'Password is required' })
  password!: string;
}

export class ChangePasswordDto {
  /** @example 'correct horse' */
  @MaxLength(MAX_PASSWORD, { message: `Password must be at most ${figure(MAX_PASSWORD)} characters` })
  @MinLength(6, { message: 'Password must be at least 6 characters' })
  @IsNotEmpty({ message: 'Current password is required' })
  @IsString({ message: 'Current password is required' })
  currentPassword!: string;

  /** @example 'battery staple' */
  @MaxLength(MAX_PASSWORD, { message: `Password must be at most ${figure(MAX_PASSWORD)} characters` })
  @MinLength(6, { message: 'Password must be at least 6 characters' })
  @IsNotEmpty({ message: 'New password is required' })
  @IsString({ message: 'New password is required' })
  newPassword!: string;
}

export class ExchangeTokenDto {
  /** A Firebase ID token of a sign-in at most 5 minutes ago. */
  @Matches(/\S/, { message: 'ID token is required' })
  @MaxLength(8192, { message: 'ID token is too long' })
  @IsString({ message: 'ID token is required' })
  idToken!: string;
}

export class GoogleSignInQueryDto {
  /** A random id by which the page that opened the popup knows its own attempt again; it comes back with the result. */
  @ApiProperty({ maxLength: 36 })
  @IsUUID('4', { message: 'Attempt must be a random UUID' })
  attempt!: string;
}

export class SignedInDto {
  user!: ProfileDto;
}

export class SessionDto {
  /** The signed-in user, or null. */
  user!: ProfileDto | null;
}

export class PasswordResetAnswerDto {
  /** The same for known and unknown addresses. */
  message!: string;
}
