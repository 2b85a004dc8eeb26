import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { HolidayPlaces } from './holiday-places.js';
import { HolidayCells } from './holiday-cells.js';
import { HolidayReader } from './holiday-reader.js';
import { HolidaysController } from './holidays.controller.js';
import { HolidaysService } from './holidays.service.js';
import { PastAnswers } from './past-answers.js';
import { PublicHolidays } from './public-holidays.js';

/** Public holidays, and what locations say of them. */
@Module({
  imports: [BusinessProfileModule, CampaignsModule, ZonesModule],
  controllers: [HolidaysController],
  providers: [PublicHolidays, HolidayPlaces, PastAnswers, HolidayReader, HolidayCells, HolidaysService],
  exports: [PublicHolidays],
})
export class HolidaysModule {}
