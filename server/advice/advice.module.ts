import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { AdviceService } from './advice.service.js';
import { FindingsController } from './findings.controller.js';
import { TasksController } from './tasks.controller.js';

/** What to do next at the profiles, by rules that say what they read. */
@Module({
  imports: [BusinessProfileModule],
  controllers: [TasksController, FindingsController],
  providers: [AdviceService],
})
export class AdviceModule {}
