import { ApiProperty } from '@nestjs/swagger';

/** An object in the form in which Google or the user gave it. */
export const RawJson = () => ApiProperty({ type: 'object', additionalProperties: true });

/** A value in the form in which Google gave it. */
export const RawJsonValue = () =>
  ApiProperty({
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
      { type: 'string' },
      { type: 'null' },
    ],
  });
