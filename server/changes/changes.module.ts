import { Module } from '@nestjs/common';
import { BusinessProfileModule } from '../business-profile/business-profile.module.js';
import { ChangeDispatcher } from './change-dispatcher.js';
import { ChangeSetsController } from './change-sets.controller.js';
import { ChangeSetsRepository } from './change-sets.repository.js';
import { ChangeSetsService } from './change-sets.service.js';
import { ChangesController } from './changes.controller.js';
import { ChangesRepository } from './changes.repository.js';
import { ChangesService } from './changes.service.js';
import { GoogleEditsRepository } from './google-edits.repository.js';
import { GoogleEditsService } from './google-edits.service.js';
import { SetPlanner } from './set-planner.js';
import { UndoneSets } from './undone-sets.js';
import { UndoService } from './undo.service.js';

/** The change log, Google's edits and undo. */
@Module({
  imports: [BusinessProfileModule],
  controllers: [ChangesController, ChangeSetsController],
  providers: [
    ChangesRepository,
    GoogleEditsRepository,
    ChangesService,
    UndoService,
    GoogleEditsService,
    ChangeDispatcher,
    ChangeSetsRepository,
    SetPlanner,
    UndoneSets,
    ChangeSetsService,
  ],
  exports: [ChangeDispatcher, GoogleEditsService, SetPlanner],
})
export class ChangesModule {}
