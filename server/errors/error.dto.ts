import { ApiProperty } from '@nestjs/swagger';

/** One faulty field. */
export class FieldErrorDto {
  /**
   * Path of the field.
   * @example 'postBody.summary'
   */
  field!: string;

  /**
   * The rule that it breaks.
   * @example 'Post content is required'
   */
  message!: string;
}

/**
 * A field that has changed since it was shown; both values are `ChangeValueDto`. For the `reply` to a review both have its
 * `text`; null: there is none.
 */
export class FieldConflictDto {
  /** @example 'phoneNumber' */
  field!: string;

  /** What Google has now. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  current!: object;

  /** What was to be saved. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  wanted!: object;
}

/** The one shape of every error answer. */
export class ErrorDto {
  /**
   * The HTTP status.
   * @example 400
   */
  statusCode!: number;

  /**
   * A stable code.
   * @example 'validation_failed'
   */
  code!: string;

  /**
   * The words for the person.
   * @example 'Please correct the marked fields.'
   */
  message!: string;

  /**
   * Stands in the server's log as well.
   * @example '5b0f0b6c-7d1e-4a55-9d0b-3a3a6a0b7c11'
   */
  @ApiProperty({ format: 'uuid' })
  requestId!: string;

  /** The faulty fields, at most 20 of them, where the request's content is at fault. */
  errors?: FieldErrorDto[];

  /** The fields that have changed since they were shown, where that is why nothing was sent. */
  conflicts?: FieldConflictDto[];
}
