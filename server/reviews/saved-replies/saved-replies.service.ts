import { Injectable, type OnModuleInit } from '@nestjs/common';
import { and, asc, eq, ne, notExists, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { BusinessProfileProviders } from '../../business-profile/business-profile-providers.js';
import { ownedBy, toGoogleOwner } from '../../business-profile/port/google-owner.js';
import { Clock } from '../../config/clock.js';
import { googleConnections } from '../../database/connection.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { savedReplies, type SavedReplyRow } from '../../database/reviews.schema.js';
import { lockSession } from '../../database/session-lock.js';
import { lockWorkspaceExclusively } from '../../database/workspace-lock.js';
import { AppError } from '../../errors/app-error.js';
import type { RequestOwner } from '../../people/current-owner.js';
import { UsersService } from '../../users/users.service.js';
import { brokenBy, REPLY_FAULTS } from '../replies/reply-check.js';
import {
  MAX_SAVED_REPLIES,
  type NewSavedReplyDto,
  type SavedReplyDto,
  type UpdateSavedReplyDto,
} from './saved-reply.dto.js';

/** The texts that a workspace keeps for replies. Errors of every method: `connect/not-connected`. */
@Injectable()
export class SavedRepliesService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly providers: BusinessProfileProviders,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.users.whenProven(async (tx, { workspaceId, subject }) => {
      const ownConnection = tx
        .select({ id: googleConnections.id })
        .from(googleConnections)
        .where(ownedBy({ workspaceId, subject }, googleConnections));
      await tx
        .delete(savedReplies)
        .where(and(eq(savedReplies.workspaceId, workspaceId), notExists(ownConnection)));
      return () => Promise.resolve();
    });
  }

  /** All of them, by title. */
  async list(workspaceId: string): Promise<SavedReplyDto[]> {
    await this.checkConnected(workspaceId);
    const rows = await this.database.orm
      .select()
      .from(savedReplies)
      .where(eq(savedReplies.workspaceId, workspaceId))
      .orderBy(asc(sql`lower(${savedReplies.title})`));
    return rows.map(toSavedReply);
  }

  /** Errors: `too_many_saved_replies`, `not_signed_in`; `validation_failed`, also for a title that is taken. */
  async add(
    { workspaceId, actor }: RequestOwner,
    sessionId: string,
    { title, text }: NewSavedReplyDto,
  ): Promise<SavedReplyDto> {
    await this.checkConnected(workspaceId);
    const now = this.clock.now();
    const row = { id: randomUUID(), workspaceId, title, text, actor, createdAt: now, updatedAt: now };
    checkText(row);
    await this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, workspaceId);
      await lockSession(tx, sessionId);
      const kept = eq(savedReplies.workspaceId, workspaceId);
      if ((await tx.$count(savedReplies, kept)) >= MAX_SAVED_REPLIES)
        throw AppError.of('too_many_saved_replies');
      await checkTitle(tx, row);
      await tx.insert(savedReplies).values(row);
    });
    return toSavedReply(row);
  }

  /** Errors: `not_found`; `validation_failed`, also for a title that is taken. */
  async update(
    { workspaceId, actor }: RequestOwner,
    id: string,
    change: UpdateSavedReplyDto,
  ): Promise<SavedReplyDto> {
    await this.checkConnected(workspaceId);
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, workspaceId);
      const [known] = await tx.select().from(savedReplies).where(isSaved(workspaceId, id));
      if (!known) throw AppError.of('not_found');
      const { title = known.title, text = known.text } = change;
      const row = { ...known, title, text, actor, updatedAt: this.clock.now() };
      checkText(row);
      await checkTitle(tx, row);
      await tx.update(savedReplies).set(row).where(eq(savedReplies.id, id));
      return toSavedReply(row);
    });
  }

  /** Errors: `not_found`. */
  async delete(workspaceId: string, id: string): Promise<void> {
    await this.checkConnected(workspaceId);
    const deleted = await this.database.orm
      .delete(savedReplies)
      .where(isSaved(workspaceId, id))
      .returning({ id: savedReplies.id });
    if (deleted.length === 0) throw AppError.of('not_found');
  }

  /** Errors: `connect/not-connected`. */
  private async checkConnected(workspaceId: string): Promise<void> {
    toGoogleOwner((await this.providers.sourceOf(workspaceId)).owner);
  }
}

function isSaved(workspaceId: string, id: string) {
  return and(eq(savedReplies.workspaceId, workspaceId), eq(savedReplies.id, id));
}

/** Errors: `validation_failed` for a text that could never be sent. */
function checkText({ text }: SavedReplyRow): void {
  const [fault] = brokenBy(REPLY_FAULTS, { text, isSensitive: false, lastTexts: [] });
  if (fault) throw AppError.invalid([{ field: 'text', message: fault.reason }]);
}

/** Errors: `validation_failed` for a title that another one has. */
async function checkTitle(tx: Orm, { id, workspaceId, title }: SavedReplyRow): Promise<void> {
  const same = and(
    eq(savedReplies.workspaceId, workspaceId),
    sql`lower(${savedReplies.title}) = lower(${title})`,
    ne(savedReplies.id, id),
  );
  if ((await tx.$count(savedReplies, same)) > 0)
    throw AppError.invalid([{ field: 'title', message: 'You already have a saved reply with this title' }]);
}

function toSavedReply({ id, title, text, createdAt, updatedAt }: SavedReplyRow): SavedReplyDto {
  return { id, title, text, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
