import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

/**
 * Characters that cannot be seen: white space, control characters, and those of which fonts draw nothing (Unicode's
 * `Default_Ignorable_Code_Point`, an empty Braille cell, and what only arranges others). `client/lib/visible-text.ts` has
 * the same rule.
 */
const UNSEEN = String.raw`\u{16fe4}\s\p{Z}\p{Cc}\p{DI}\p{NChar}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}`;
const SOME_VISIBLE = new RegExp(`[^${UNSEEN}]`, 'u');
const SOME_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u');
/** Those that take no room, so that what stands on both sides of them looks as if it were together. */
const NO_ROOM = /[\p{DI}\p{NChar}\ufff9-\ufffb]/gu;

/** Whether a person sees anything of a text. */
export function hasVisible(text: string): boolean {
  return SOME_VISIBLE.test(text);
}

/** Whether a text has a character that cannot be seen, such as a space, or one that takes no room. */
export function hasUnseen(text: string): boolean {
  return SOME_UNSEEN.test(text);
}

/** A text without the unseen characters that take no room. White space stays. */
export function withoutUnseen(text: string): string {
  return text.replace(NO_ROOM, '');
}

/** A text of which a person sees something. */
export function Visible(message: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ pattern: '\\S' }),
    ValidateBy(
      { name: 'visible', validator: { validate: (text) => typeof text === 'string' && hasVisible(text) } },
      { message },
    ),
  );
}
