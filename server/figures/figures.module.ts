import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { FiguresDispatcher } from './figures-dispatcher.js';

/** How often locations were seen and used at Google, over time. */
@Module({
  imports: [BusinessProfileModule],
  providers: [FiguresDispatcher],
  exports: [FiguresDispatcher],
})
export class FiguresModule {}
