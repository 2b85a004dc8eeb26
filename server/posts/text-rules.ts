import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Characters as a person counts code points: an emoji outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The text has at most so many characters, counted as `countCharacters` does. */
export function HasAtMostCharacters(max: number, options: ValidationOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: max }),
    ValidateBy(
      {
        name: 'hasAtMostCharacters',
        validator: {
          validate: (value: unknown) => typeof value === 'string' && countCharacters(value) <= max,
        },
      },
      options,
    ),
  );
}
