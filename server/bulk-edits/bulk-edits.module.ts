import { Module } from '@nestjs/common';
import { BulkEditsController } from './bulk-edits.controller.js';
import { BulkEditsService } from './bulk-edits.service.js';

/** Many locations changed at once: prepared, previewed, confirmed. The rest of its life is that of a set of changes. */
@Module({
  controllers: [BulkEditsController],
  providers: [BulkEditsService],
})
export class BulkEditsModule {}
