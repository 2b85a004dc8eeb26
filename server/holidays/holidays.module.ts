import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { HolidayPlaces } from './holiday-places.js';
import { HolidaysController } from './holidays.controller.js';
import { HolidaysService } from './holidays.service.js';
import { PublicHolidays } from './public-holidays.js';

/** Public holidays, and what locations say of them. */
@Module({
  imports: [BusinessProfileModule, CampaignsModule, ZonesModule],
  controllers: [HolidaysController],
  providers: [PublicHolidays, HolidayPlaces, HolidaysService],
})
export class HolidaysModule {}
