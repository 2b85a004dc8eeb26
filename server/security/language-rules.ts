import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { canonicalLanguage, MAX_LANGUAGE } from '../config/language.js';

/** The text is the BCP 47 tag of a language whose dates this server can write. */
export function IsLanguage(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: MAX_LANGUAGE }),
    ValidateBy(
      {
        name: 'isLanguage',
        validator: {
          validate: (value) => typeof value === 'string' && canonicalLanguage(value) !== undefined,
        },
      },
      { message: 'Language must be a tag with known dates, such as en-GB' },
    ),
  );
}
