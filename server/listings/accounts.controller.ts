import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { BusinessProfileProvider } from '../business-profile/business-profile-provider.js';
import { ApiErrors } from '../errors/api-errors.js';
import { AccountListDto } from './account.dto.js';

@ApiTags('Listings')
@Controller('accounts')
export class AccountsController {
  constructor(private readonly provider: BusinessProfileProvider) {}

  /** The user's business accounts. */
  @Get()
  @ApiErrors('not_signed_in')
  async listAccounts(@CurrentUser() { uid }: CurrentSession): Promise<AccountListDto> {
    return { items: await this.provider.listAccounts(uid) };
  }
}
