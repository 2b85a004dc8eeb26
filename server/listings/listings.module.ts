import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { AccountsController } from './accounts.controller.js';
import { LocationsController } from './locations.controller.js';

@Module({ imports: [BusinessProfileModule], controllers: [AccountsController, LocationsController] })
export class ListingsModule {}
