import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { HolidaysModule } from '../holidays/holidays.module.js';
import { ZonesModule } from '../zones/zones.module.js';
import { AdviceChecker } from './advice-checker.js';
import { AdviceFacts } from './advice-facts.js';
import { AdviceRules } from './advice-rules.js';
import { AdviceService } from './advice.service.js';
import { FindingsController } from './findings.controller.js';
import { FindingsReadModel } from './findings-read-model.js';
import { FindingsWriter } from './findings-writer.js';
import { TasksController } from './tasks.controller.js';
import { ViewsReadModel } from './views-read-model.js';

/** What to do next at the profiles, by rules that say what they read. */
@Module({
  imports: [BusinessProfileModule, HolidaysModule, ZonesModule],
  controllers: [TasksController, FindingsController],
  providers: [
    AdviceRules,
    ViewsReadModel,
    AdviceFacts,
    FindingsWriter,
    FindingsReadModel,
    AdviceChecker,
    AdviceService,
  ],
  exports: [AdviceChecker],
})
export class AdviceModule {}
