import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../../people/current-owner.js';
import { NoticeListDto, NoticeQueryDto, ReadNoticesDto } from './notice.dto.js';
import { NoticesService } from './notices.service.js';

/** The notices that a person sees in the product. */
@ApiTags('Notices')
@Controller('notices')
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  /** The notices of the last 90 days of the kinds that the bell lists, the latest first, with how many are unread. */
  @Get()
  listNotices(@CurrentOwner() owner: RequestOwner, @Query() query: NoticeQueryDto): Promise<NoticeListDto> {
    return this.notices.list(owner, query);
  }

  /** Marks notices as read: some by their ids, all up to a moment, or all. */
  @Post('read')
  @HttpCode(204)
  async readNotices(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Body() which: ReadNoticesDto,
  ): Promise<void> {
    await this.notices.read(workspaceId, which);
  }
}
