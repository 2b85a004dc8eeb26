import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, IsUrl, Max, MaxLength, Min } from 'class-validator';

/** The most that a list answers at a time, unless it allows more. */
export const MAX_PAGE = 100;
const MAX_URL = 2048;

/** Takes white space off both ends before the other rules look. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

/** `limit` of a list: a whole number from 1 to 100, or to the most that is given, as text in the query. */
export function PageLimit(most = MAX_PAGE): PropertyDecorator {
  const message = `Limit must be from 1 to ${most}`;
  return applyDecorators(
    ApiPropertyOptional({ minimum: 1, maximum: most }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    Max(most, { message }),
    Min(1, { message }),
    IsInt({ message: 'Limit must be a whole number' }),
  );
}

/** An optional text in the query, at most 200 characters. `name` begins the sentence of a refusal. */
export function QueryText(name: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: 200 }),
    IsOptional(),
    MaxLength(200, { message: `${name} must be at most 200 characters` }),
    IsString({ message: `${name} must be one text` }),
  );
}

/** An http or https address; nothing else can stand behind a link. `name` begins the sentence of a refusal. */
export function WebAddress(name: string): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_URL, { message: `${name} must be at most ${MAX_URL} characters` }),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true },
      { message: `${name} must be an address such as https://www.example.com` },
    ),
    IsString({ message: `${name} must be text` }),
  );
}
