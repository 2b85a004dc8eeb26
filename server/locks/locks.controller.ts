import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { UuidInPath } from '../security/path-ids.js';
import {
  LockDto,
  LockEventListDto,
  LockEventQueryDto,
  LockListDto,
  LockQueryDto,
  MadeLocksDto,
  NewLocksDto,
  UpdateLockDto,
} from './lock.dto.js';
import { LocksService } from './locks.service.js';

/** Fields that are kept as their owner has them. They are there while a Business Profile is connected. */
@ApiTags('Locks')
@Controller('locks')
export class LocksController {
  constructor(private readonly locks: LocksService) {}

  /** The locks, those that wait for a person first, with what each has done. */
  @Get()
  @ApiErrors('connect/not-connected')
  listLocks(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: LockQueryDto,
  ): Promise<LockListDto> {
    return this.locks.list(workspaceId, query);
  }

  /** Locks fields at the locations that the choice means now. A field that is locked already stays in its lock. */
  @Post()
  @ApiErrors('not_found', 'connect/not-connected', 'too_many_locks')
  createLocks(@CurrentOwner() owner: RequestOwner, @Body() body: NewLocksDto): Promise<MadeLocksDto> {
    return this.locks.create(owner, body);
  }

  /** Takes locations out of a lock. With the last one, the lock ends. */
  @Patch(':id')
  @ApiErrors('connect/not-connected')
  updateLock(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Body() body: UpdateLockDto,
  ): Promise<LockDto> {
    return this.locks.update(workspaceId, id, body);
  }

  /** Ends a lock. What it has not put back yet stays as it is. */
  @Delete(':id')
  @HttpCode(204)
  @ApiErrors('connect/not-connected')
  deleteLock(@CurrentOwner() { workspaceId }: RequestOwner, @UuidInPath() id: string): Promise<void> {
    return this.locks.delete(workspaceId, id);
  }

  /** What happened to the fields of a lock, the newest first. */
  @Get(':id/events')
  @ApiErrors('connect/not-connected')
  listLockEvents(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @UuidInPath() id: string,
    @Query() query: LockEventQueryDto,
  ): Promise<LockEventListDto> {
    return this.locks.listEvents(workspaceId, id, query);
  }
}
