import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { LocationZones } from './location-zones.js';
import { ZonesController } from './zones.controller.js';
import { ZonesRepository } from './zones.repository.js';
import { ZonesService } from './zones.service.js';

/** Which time locations keep. */
@Module({
  imports: [BusinessProfileModule],
  controllers: [ZonesController],
  providers: [ZonesRepository, LocationZones, ZonesService],
  exports: [LocationZones],
})
export class ZonesModule {}
