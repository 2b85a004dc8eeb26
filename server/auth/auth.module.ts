import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottleStorage } from '../security/throttle-storage.js';
import { UsersModule } from '../users/users.module.js';
import { AccountLimits } from './account-limits.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { Firebase } from './firebase.js';
import { GoogleBindingCookie, SessionCookie, KnownBrowserCookie } from './cookies.js';
import { GoogleOAuth, OAuthTransactions } from './google-oauth.js';
import { GoogleSignInController } from './google-sign-in.controller.js';
import { GoogleSignInService } from './google-sign-in.service.js';
import { IdentityProof } from './identity-proof.js';
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
    IdentityProof,
    KnownBrowserCookie,
    OAuthTransactions,
    SessionCookie,
    SessionsRepository,
    SessionsService,
    ThrottleStorage,
    // In this order: the limits of a user need the session.
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: ThrottleGuard },
  ],
  exports: [
    AccountLimits,
    AuthService,
    Firebase,
    GoogleOAuth,
    IdentityProof,
    OAuthTransactions,
    SessionsService,
  ],
})
export class AuthModule {}
