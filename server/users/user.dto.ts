import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { users } from '../database/schema.js';
import { PhoneNumber } from '../security/phone-number.js';
import { IsLanguage } from '../security/language-rules.js';
import { IsTimeZone } from '../security/time-rules.js';
import { Clearable, IfGiven, Nested, OneLine, Trimmed } from '../security/validation.js';
import { Visible } from '../security/visible-text.js';
import { ownWorkspaceOf } from './own-workspace.js';

/** Firebase's own limit for a display name (Identity Toolkit `accounts:update`). */
export const MAX_NAME = 256;
const MAX_COMPANY = 200;

export const THEMES = Object.freeze(['light', 'dark', 'system'] as const);

export class PreferencesDto {
  theme!: (typeof THEMES)[number];
  notifications!: boolean;
  emailUpdates!: boolean;
}

/** The user profile of the specification, section 3. */
export class ProfileDto {
  /** The Firebase user id. */
  uid!: string;

  /** The id of their own workspace. */
  workspaceId!: string;
  displayName!: string;
  email!: string;
  photoURL!: string | null;
  firstName!: string;
  lastName!: string;
  phone!: string;
  company!: string;

  /** IANA name of the zone of their quiet hours and daily messages; null: UTC is used. */
  timeZone!: string | null;

  /** BCP 47 tag of the language whose forms dates, hours and numbers have for them; null: those of `en-US`. */
  language!: string | null;
  role!: string;
  isActive!: boolean;
  preferences!: PreferencesDto;
  signInMethod!: 'google' | 'email';

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  lastSignIn!: string;

  /** ISO 8601; set on sign-up by e-mail. */
  @ApiProperty({ format: 'date-time' })
  accountCreated!: string | null;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /** ISO 8601. */
  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;
}

class PreferencesChangeDto {
  /** How the dashboard looks; `system` follows the device. */
  @IsOptional()
  @IsIn(THEMES, { message: 'Theme must be light, dark or system' })
  theme?: (typeof THEMES)[number];

  @IsOptional()
  @IsBoolean({ message: 'Notifications must be true or false' })
  notifications?: boolean;

  @IsOptional()
  @IsBoolean({ message: 'Email updates must be true or false' })
  emailUpdates?: boolean;
}

/** What is left out keeps its value. */
export class UpdateProfileDto {
  /**
   * The first word becomes the first name, the rest the last name.
   * @example 'Robin Baker'
   */
  @IfGiven()
  @Trimmed()
  @OneLine('Name')
  @MaxLength(MAX_NAME, { message: `Name must be at most ${MAX_NAME} characters` })
  @Visible('Name is required')
  @IsString({ message: 'Name is required' })
  fullName?: string;

  /**
   * Null or an empty text removes it.
   * @example '+44 1632 960101'
   */
  @IsOptional()
  @Clearable()
  @PhoneNumber()
  phone?: string | null;

  /**
   * Null or an empty text removes it.
   * @example 'Hearth & Crumb Ltd'
   */
  @IsOptional()
  @Clearable()
  @OneLine('Company')
  @MaxLength(MAX_COMPANY, { message: `Company must be at most ${MAX_COMPANY} characters` })
  @IsString({ message: 'Company must be text' })
  company?: string | null;

  /**
   * IANA name of the zone of their quiet hours and daily messages.
   * @example 'Europe/Dublin'
   */
  @IfGiven()
  @IsTimeZone()
  timeZone?: string;

  /**
   * BCP 47 tag of a language: dates, hours and numbers are written as it writes them. It is kept in its usual form.
   * @example 'en-GB'
   */
  @IfGiven()
  @IsLanguage()
  language?: string;

  @IfGiven()
  @Nested(() => PreferencesChangeDto, 'Preferences must be an object')
  preferences?: PreferencesChangeDto;
}

/** The row of a user as the API answers it. */
export function toProfile(row: typeof users.$inferSelect): ProfileDto {
  return {
    uid: row.uid,
    workspaceId: ownWorkspaceOf(row.uid),
    displayName: row.displayName,
    email: row.email,
    photoURL: row.photoURL,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    company: row.company,
    timeZone: row.timeZone,
    language: row.language,
    role: row.role,
    isActive: row.isActive,
    preferences: row.preferences,
    signInMethod: row.signInMethod,
    lastSignIn: row.lastSignIn.toISOString(),
    accountCreated: row.accountCreated?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
