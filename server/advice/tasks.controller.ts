import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { AdviceService } from './advice.service.js';
import { TaskListDto, TaskQueryDto } from './task.dto.js';

/** What to do next at the profiles. It is there while a Business Profile is connected. */
@ApiTags('Tasks')
@Controller('tasks')
export class TasksController {
  constructor(private readonly advice: AdviceService) {}

  /** Tasks in a state, those that matter most first, and what was checked. */
  @Get()
  @ApiErrors('connect/not-connected')
  listTasks(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: TaskQueryDto,
  ): Promise<TaskListDto> {
    return this.advice.listTasks(workspaceId, query);
  }
}
