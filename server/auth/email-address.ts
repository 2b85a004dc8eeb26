import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsNotEmpty, IsString, MaxLength, ValidateBy } from 'class-validator';
import { AppError } from '../errors/app-error.js';
import { hasUnseen } from '../security/visible-text.js';

export const MAX_EMAIL = 254;

const MESSAGE = 'Email has a character that can’t be seen. Type it instead of pasting it';

/** Firebase's answers to an address that it may not know. */
const UNKNOWN: readonly string[] = ['auth/user-not-found', 'auth/invalid-credential', 'auth/invalid-email'];

/** An email address, at most 254 characters. An accented letter is one character of it, however it was typed. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'email', maxLength: MAX_EMAIL }),
    IsString({ message: 'Email is required' }),
    IsNotEmpty({ message: 'Email is required' }),
    MaxLength(MAX_EMAIL, { message: 'Email is invalid' }),
    // What stands in quotes may hold line breaks, and may be another spelling of somebody's address.
    IsEmail({ blacklisted_chars: '"' }, { message: 'Email is invalid' }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? plain(value) : value)),
  );
}

/** What is too long for an address stays as it is: to put its marks in order takes time that grows with their square. */
function plain(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > MAX_EMAIL ? trimmed : trimmed.normalize('NFC');
}

/** An address without a character that cannot be seen: with one it looks like another person's, and is not the same. */
export function AllSeen(): PropertyDecorator {
  return ValidateBy(
    { name: 'allSeen', validator: { validate: (text) => typeof text !== 'string' || !hasUnseen(text) } },
    { message: MESSAGE },
  );
}

/**
 * For a refused sign-in: names a character in the address that cannot be seen, which may be all that is wrong. The address
 * is tried as it is before, since older accounts may have one.
 */
export function namingUnseen(email: string): (error: unknown) => never {
  return (error) => {
    const isUnknown = error instanceof AppError && UNKNOWN.includes(error.code);
    throw isUnknown && hasUnseen(email) ? AppError.invalid([{ field: 'email', message: MESSAGE }]) : error;
  };
}
