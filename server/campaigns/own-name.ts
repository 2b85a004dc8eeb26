import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { OneLine, Trimmed } from '../security/validation.js';
import { Visible } from '../security/visible-text.js';

const MAX_NAME = 80;

/** What a person calls a campaign or a selection: one line of 1 to 80 characters, without blanks around it. */
export function OwnName(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: MAX_NAME }),
    Trimmed(),
    Visible('Name is required'),
    OneLine('Name'),
    MaxLength(MAX_NAME, { message: `Name must be at most ${MAX_NAME} characters` }),
    IsString({ message: 'Name must be one text' }),
  );
}
