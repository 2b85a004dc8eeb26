import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';

/** A nested object with rules of its own. (`ValidateNested` alone lets a missing value and an empty list pass.) */
export function Nested(type: () => new () => object, message: string): PropertyDecorator {
  return applyDecorators(ValidateNested({ message }), IsObject({ message }), Type(type));
}
