import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { ListingsController } from './listings.controller.js';

@Module({ imports: [BusinessProfileModule], controllers: [ListingsController] })
export class ListingsModule {}
