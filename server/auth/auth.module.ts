import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottleStorage } from '../security/throttle-storage.js';
import { UsersModule } from '../users/users.module.js';
import { AccountLimits } from './account-limits.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { Firebase } from './firebase.js';
import { GoogleBindingCookie } from './google-binding-cookie.js';
import { GoogleOAuth } from './google-oauth.js';
import { GoogleSignInController } from './google-sign-in.controller.js';
import { GoogleSignInService } from './google-sign-in.service.js';
import { KnownBrowserCookie } from './known-browser-cookie.js';
import { OAuthTransactions } from './oauth-transactions.js';
import { Reauthentication } from './reauthentication.js';
import { SessionCookie } from './session-cookie.js';
import { SessionGuard } from './session.guard.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { ThrottleGuard } from './throttle.guard.js';

@Module({
  imports: [UsersModule],
  controllers: [AuthController, GoogleSignInController],
  providers: [
    AccountLimits,
    AuthService,
    Firebase,
    GoogleBindingCookie,
    GoogleOAuth,
    GoogleSignInService,
    KnownBrowserCookie,
    OAuthTransactions,
    Reauthentication,
    SessionCookie,
    SessionsRepository,
    SessionsService,
    ThrottleStorage,
    // In this order: whose limits are kept is known once the session is.
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: ThrottleGuard },
  ],
  exports: [
    AccountLimits,
    AuthService,
    Firebase,
    GoogleOAuth,
    OAuthTransactions,
    Reauthentication,
    SessionsService,
  ],
})
export class AuthModule {}
