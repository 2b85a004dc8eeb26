import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';

/** Digits of any country's phone number, with separators between them (`client/lib/phone-number.ts` is the same rule). */
const PHONE_NUMBER = /^(?=.{5,30}$)(?=(?:\D*\d){5,15}\D*$)\+? ?(?:\(\d+\)|\d)(?:[ ./-]{0,3}(?:\(\d+\)|\d))*$/;

/** Whether a text is a phone number and nothing else. */
export function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(text);
}

/** A phone number, of a location or of a person. */
export function PhoneNumber(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ pattern: PHONE_NUMBER.source, maxLength: 30 }),
    Matches(PHONE_NUMBER, {
      message: 'Phone number must be 5 to 15 digits, with only spaces and + ( ) . - / between them',
    }),
    IsString({ message: 'Phone number must be text' }),
  );
}
