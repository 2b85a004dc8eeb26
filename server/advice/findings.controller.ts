import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../errors/api-errors.js';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { AdviceService } from './advice.service.js';
import {
  AdviceRuleListDto,
  ChangedFindingsDto,
  ChosenFindingsDto,
  DismissFindingsDto,
  AdviceFindingListDto,
  FindingQueryDto,
  RuleQueryDto,
} from './finding.dto.js';

/** What rules found at single locations. It is there while a Business Profile is connected. */
@ApiTags('Tasks')
@Controller('findings')
export class FindingsController {
  constructor(private readonly advice: AdviceService) {}

  /** Findings in a state, those that matter most first. */
  @Get()
  @ApiErrors('connect/not-connected')
  listFindings(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: FindingQueryDto,
  ): Promise<AdviceFindingListDto> {
    return this.advice.listFindings(workspaceId, query);
  }

  /** The rules with their sources. */
  @Get('rules')
  @ApiErrors('connect/not-connected')
  listRules(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: RuleQueryDto,
  ): Promise<AdviceRuleListDto> {
    return this.advice.listRules(workspaceId, query);
  }

  /** Says of findings that are open or wait for Google that they are not wanted, with the reason. */
  @Post('dismiss')
  @HttpCode(200)
  @ApiErrors('connect/not-connected')
  dismissFindings(
    @CurrentOwner() owner: RequestOwner,
    @Body() body: DismissFindingsDto,
  ): Promise<ChangedFindingsDto> {
    return this.advice.dismiss(owner, body);
  }

  /** Lets dismissed findings count again. */
  @Post('bring-back')
  @HttpCode(200)
  @ApiErrors('connect/not-connected')
  bringBackFindings(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Body() body: ChosenFindingsDto,
  ): Promise<ChangedFindingsDto> {
    return this.advice.bringBack(workspaceId, body);
  }
}
