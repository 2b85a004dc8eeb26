import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../../auth/session.js';
import { ApiErrors } from '../../errors/api-errors.js';
import { MirrorDto } from './mirror.dto.js';
import { MirrorService } from './mirror.service.js';

/** The copy of a connected user's accounts and locations: its age, and its refresh. */
@ApiTags('Connection')
@Controller('mirror')
export class MirrorController {
  constructor(private readonly mirror: MirrorService) {}

  /** How the reading of the connected places stands. */
  @Get()
  async getMirror(@CurrentUser() { uid }: CurrentSession): Promise<MirrorDto> {
    return this.mirror.status(uid);
  }

  /** Reads the connected places again in the background, unless that is under way already. */
  @Post()
  @HttpCode(202)
  @ApiErrors('connect/not-connected', 'google/reconnect', 'connect/held')
  async refreshMirror(@CurrentUser() { uid }: CurrentSession): Promise<MirrorDto> {
    return this.mirror.refresh(uid);
  }
}
