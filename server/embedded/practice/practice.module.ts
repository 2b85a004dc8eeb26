import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { GoogleSimulator } from 'gbp-simulator';
import { AccountModule } from '../../account/account.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { BusinessProfileModule } from '../../business-profile/business-profile.module.js';
import { PracticeGoogle } from '../../business-profile/connection/practice-google.js';
import { PostsModule } from '../../posts/posts.module.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { UsersModule } from '../../users/users.module.js';
import { DemoCalendar } from './demo-calendar.js';
import { DemoService } from './demo.service.js';
import { PracticeController } from './practice.controller.js';
import { PracticeService, SIMULATOR } from './practice.service.js';

/** Tells the server that its Google is the simulated one. */
@Global()
@Module({})
class PracticeGoogleModule {}

@Module({})
class PracticeRoutesModule {}

/** Practice Google and demo, which the embedded start alone adds to the server. */
export function practiceModules(simulator: GoogleSimulator, offer: PracticeGoogle): DynamicModule[] {
  return [
    {
      module: PracticeGoogleModule,
      providers: [{ provide: PracticeGoogle, useValue: offer }],
      exports: [PracticeGoogle],
    },
    {
      module: PracticeRoutesModule,
      imports: [AccountModule, AuthModule, BusinessProfileModule, PostsModule, PublishingModule, UsersModule],
      controllers: [PracticeController],
      providers: [{ provide: SIMULATOR, useValue: simulator }, PracticeService, DemoService, DemoCalendar],
    },
  ];
}
