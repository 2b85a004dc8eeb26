import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../../people/current-owner.js';
import { MirrorDto } from './mirror.dto.js';
import { MirrorService } from './mirror.service.js';

/** The copy of a connected workspace's accounts and locations: its age, and its refresh. */
@ApiTags('Connection')
@Controller('mirror')
export class MirrorController {
  constructor(private readonly mirror: MirrorService) {}

  /** How the reading of the connected places stands. */
  @Get()
  async getMirror(@CurrentOwner() { workspaceId }: RequestOwner): Promise<MirrorDto> {
    return this.mirror.status(workspaceId);
  }

  /** Reads the connected places again in the background, unless that is under way already. */
  @Post()
  @HttpCode(202)
  @ApiErrors('connect/not-connected', 'google/reconnect', 'connect/held')
  async refreshMirror(@CurrentOwner() { workspaceId }: RequestOwner): Promise<MirrorDto> {
    return this.mirror.refresh(workspaceId);
  }
}
