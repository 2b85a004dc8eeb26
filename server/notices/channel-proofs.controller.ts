import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type CurrentSession, CurrentUser } from '../auth/session.js';
import { Throttled } from '../auth/throttle.guard.js';
import { ApiErrors } from '../errors/api-errors.js';
import { UuidInPath } from '../security/path-ids.js';
import { ChannelProofDto } from './channel-proof.dto.js';
import { ChannelProofsService } from './channel-proofs.service.js';

/** Email goes only to an address that its person has proven. */
@ApiTags('Notices')
@Controller()
export class ChannelProofsController {
  constructor(private readonly proofs: ChannelProofsService) {}

  /**
   * Sends a mail whose link proves the address, good for 24 hours; at most 5 a day to a mailbox, whatever accounts ask. An
   * account of Google needs none: its address counts as proven at once.
   */
  @Post('channels/:id/proof')
  @Throttled('proof-mail')
  @HttpCode(202)
  @ApiErrors('mail/not-configured', 'mail/not-sent')
  async sendChannelProof(@CurrentUser() { uid }: CurrentSession, @UuidInPath() id: string): Promise<void> {
    await this.proofs.send(uid, id);
  }

  /** Proves the address by the token of the mail, in a session of the same person. */
  @Post('channel-proofs')
  @HttpCode(204)
  @ApiErrors('not_found')
  async proveChannel(
    @CurrentUser() { uid }: CurrentSession,
    @Body() { token }: ChannelProofDto,
  ): Promise<void> {
    await this.proofs.prove(uid, token);
  }
}
