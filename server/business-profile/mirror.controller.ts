import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { MirrorDto } from './mirror.dto.js';

/** The copy of a connected user's accounts and locations: its age, and reading it anew. */
@ApiTags('Connection')
@Controller('mirror')
export class MirrorController {
  /** How the reading of the connected places stands. */
  @Get()
  @ApiErrors('not_signed_in')
  getMirror(): MirrorDto {
    return NOTHING_TO_READ;
  }

  /** Reads the connected places anew in the background, unless that is under way already. */
  @Post()
  @HttpCode(202)
  @ApiErrors('not_signed_in', 'google/reconnect')
  refreshMirror(): MirrorDto {
    return NOTHING_TO_READ;
  }
}

const NOTHING_TO_READ: MirrorDto = {
  state: 'none',
  isReading: false,
  asOf: null,
  accountsTotal: null,
  accountsDone: 0,
  locationsDone: 0,
  problem: null,
};
