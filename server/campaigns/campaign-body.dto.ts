import { OmitType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { CallToActionDto, PostBodyDto, PostOfferDto } from '../posts/post-body.dto.js';
import { Nested } from '../security/validation.js';
import { WebAddress } from '../security/web-address.js';
import { isLinkTemplate } from './plan/campaign-text.js';

export class CampaignActionDto extends OmitType(CallToActionDto, ['url'] as const) {
  /**
   * Where the button leads; it may be `{website}`, or begin with it.
   * @example '{website}/book'
   */
  @IsOptional()
  @WebAddress('Link', isLinkTemplate)
  url?: string;
}

export class CampaignOfferDto extends OmitType(PostOfferDto, ['redeemOnlineUrl'] as const) {
  /**
   * It may be `{website}`, or begin with it.
   * @example '{website}'
   */
  @IsOptional()
  @WebAddress('Link', isLinkTemplate)
  redeemOnlineUrl?: string;
}

/**
 * The content of the posts of a campaign: as of one post, and its texts may have the variables `{name}`, `{city}`, `{street}`,
 * `{storeCode}` and `{website}`.
 */
export class CampaignBodyDto extends OmitType(PostBodyDto, ['callToAction', 'offer'] as const) {
  /** For CALL_TO_ACTION only. */
  @IsOptional()
  @Nested(() => CampaignActionDto, 'Call to action must be an object')
  callToAction?: CampaignActionDto;

  /** For OFFER only. */
  @IsOptional()
  @Nested(() => CampaignOfferDto, 'Offer must be an object')
  offer?: CampaignOfferDto;
}
