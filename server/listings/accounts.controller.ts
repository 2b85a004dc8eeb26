import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { BusinessProfileProviders } from '../business-profile/business-profile-providers.js';
import { ApiErrors } from '../errors/api-errors.js';
import { AccountListDto } from './account.dto.js';

@ApiTags('Listings')
@Controller('accounts')
export class AccountsController {
  constructor(private readonly providers: BusinessProfileProviders) {}

  /** The user's business accounts. */
  @Get()
  @ApiErrors('not_signed_in')
  async listAccounts(@CurrentUser() { uid }: CurrentSession): Promise<AccountListDto> {
    const provider = await this.providers.of(uid);
    return { items: await provider.listAccounts(uid) };
  }
}
