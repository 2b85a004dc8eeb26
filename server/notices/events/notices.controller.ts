import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../../auth/session.js';
import { NoticeListDto, NoticeQueryDto, ReadNoticesDto } from './notice.dto.js';
import { NoticesService } from './notices.service.js';

/** The notices that a person sees in the product. */
@ApiTags('Notices')
@Controller('notices')
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  /** The notices of the last 90 days of the kinds that the bell lists, the latest first, with how many are unread. */
  @Get()
  listNotices(
    @CurrentUser() { uid }: CurrentSession,
    @Query() query: NoticeQueryDto,
  ): Promise<NoticeListDto> {
    return this.notices.list(uid, query);
  }

  /** Marks notices as read: some by their ids, all up to a moment, or all. */
  @Post('read')
  @HttpCode(204)
  async readNotices(@CurrentUser() { uid }: CurrentSession, @Body() which: ReadNoticesDto): Promise<void> {
    await this.notices.read(uid, which);
  }
}
