import { Module } from '@nestjs/common';
import { Profiles } from './profiles.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({ providers: [Profiles, UsersRepository, UsersService], exports: [UsersService] })
export class UsersModule {}
