import { Injectable, type OnModuleInit } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import type { CurrentSession } from '../auth/session.js';
import { Database } from '../database/database.js';
import { NOTICE_KINDS, type NoticeKind, noticeSettings } from '../database/notices.schema.js';
import { users } from '../database/schema.js';
import { lockSession } from '../database/session-lock.js';
import { lockWorkspaceAgainstDeletion } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import { ownWorkspaceOf } from '../users/own-workspace.js';
import { UsersService } from '../users/users.service.js';
import type { NoticeKindDto, NoticeSettingsDto, UpdateNoticeSettingsDto } from './channels/channel.dto.js';
import { quietHoursOf } from './channels/channel-listeners.js';
import { ChannelsService } from './channels/channels.service.js';
import { MailSender } from './sending/mail-sender.js';
import { NOTICE_RULES } from './events/notice-kinds.js';
import { NOTICE_GROUPS } from './events/notice-rule.js';

/** When and how a person gets the notices of a workspace, as one answer for the settings. */
@Injectable()
export class NoticeSettingsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly channels: ChannelsService,
    private readonly mail: MailSender,
  ) {}

  onModuleInit(): void {
    this.users.whenProven(async (tx, { uid }) => {
      await tx.delete(noticeSettings).where(eq(noticeSettings.uid, uid));
      return () => Promise.resolve();
    });
  }

  /** Errors: `not_found` when the account was deleted since. */
  async get(owner: RequestOwner): Promise<NoticeSettingsDto> {
    const [row] = await this.database.orm
      .select({ preferences: users.preferences, timeZone: users.timeZone, settings: noticeSettings })
      .from(users)
      .leftJoin(noticeSettings, eq(noticeSettings.uid, users.uid))
      .where(eq(users.uid, owner.actor));
    if (!row) throw AppError.of('not_found');
    return {
      timeZone: row.timeZone,
      quietHours: quietHoursOf(row.settings),
      bellKinds: row.settings?.bellKinds ?? [...NOTICE_KINDS],
      canMail: this.mail.canMail,
      mailbox: this.mail.mailbox,
      webhookSink: this.channels.webhookSink,
      isMainOn: row.preferences.notifications,
      isMailOn: row.preferences.emailUpdates,
      kinds: settingsOf(NOTICE_KINDS),
      channels: await this.channels.list(owner),
    };
  }

  /** Changes what is given. Errors: `validation_failed`, `not_found`, `not_signed_in`. */
  async update(
    owner: RequestOwner,
    session: CurrentSession,
    { timeZone, quietHours, bellKinds }: UpdateNoticeSettingsDto,
  ): Promise<NoticeSettingsDto> {
    if (quietHours && quietHours.from === quietHours.until)
      throw AppError.invalid([
        { field: 'quietHours.until', message: 'Until must be another time than from' },
      ]);
    if (timeZone !== undefined) await this.users.updateProfile(session, { timeZone });
    if (quietHours !== undefined || bellKinds) {
      const set = {
        ...(quietHours !== undefined && {
          quietFrom: quietHours?.from ?? null,
          quietUntil: quietHours?.until ?? null,
        }),
        ...(bellKinds && { bellKinds }),
      };
      await this.database.transaction(async (tx) => {
        // The settings are deleted with the person, and that locks the workspace of their own first.
        await lockWorkspaceAgainstDeletion(tx, ownWorkspaceOf(session.uid));
        await lockSession(tx, session.id);
        await tx
          .insert(noticeSettings)
          .values({ uid: session.uid, ...set })
          .onConflictDoUpdate({ target: noticeSettings.uid, set });
      });
    }
    return this.get(owner);
  }
}

/** The kinds as the settings list them, group by group. */
function settingsOf(kinds: readonly NoticeKind[]): NoticeKindDto[] {
  const all = kinds.map((kind) => {
    const { setting: title, group, isUrgent = false, isFailure = false } = NOTICE_RULES[kind];
    return { kind, title, group, isUrgent, isFailure };
  });
  return NOTICE_GROUPS.flatMap((group) => all.filter((each) => each.group === group));
}
