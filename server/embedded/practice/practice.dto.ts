import { IsIn, IsOptional } from 'class-validator';

/** The worlds to practise in, the usual one first. */
export const PRACTICE_WORLDS = Object.freeze(['agency', 'shops', 'large', 'abroad'] as const);
export type PracticeWorld = (typeof PRACTICE_WORLDS)[number];

export class PracticeDto {
  /** `agency` unless given. */
  @IsOptional()
  @IsIn(PRACTICE_WORLDS, { message: `World must be ${PRACTICE_WORLDS.join(', ')}` })
  world?: PracticeWorld;
}

export class PracticeOfferDto {
  worlds!: readonly PracticeWorld[];
}
