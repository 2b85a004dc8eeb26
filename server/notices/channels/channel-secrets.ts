import { Injectable } from '@nestjs/common';
import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '../../database/database.js';
import { type ChannelRow, noticeChannels } from '../../database/notices.schema.js';
import { AppError } from '../../errors/app-error.js';
import { TokenCipher } from '../../security/token-cipher.js';

/** The parts of a channel that are encrypted with `TOKEN_KEYS`. */
export interface ChannelSecrets {
  /** The address of a webhook, or one that was chosen for email; null: that of the profile. */
  target: string | null;
  /** Signs a webhook's messages, or unsubscribes from email. */
  secret: string;
}

type SealedSecrets = Pick<ChannelRow, 'workspaceId' | 'id' | 'target' | 'secret' | 'keyName'>;

/** Encrypts the secrets of channels. */
@Injectable()
export class ChannelCipher {
  constructor(private readonly cipher: TokenCipher) {}

  /** Encrypts for one channel. Errors: `channels/not-configured` without `TOKEN_KEYS`. */
  seal(
    { workspaceId, id }: Pick<ChannelRow, 'workspaceId' | 'id'>,
    { target, secret }: ChannelSecrets,
  ): Pick<ChannelRow, 'target' | 'secret' | 'keyName'> {
    if (this.cipher.writingKey === undefined) throw AppError.of('channels/not-configured');
    const encrypt = (text: string, column: keyof ChannelSecrets) =>
      this.cipher.encrypt(text, { workspaceId, id: placeOf(id, column) });
    const { text, keyName } = encrypt(secret, 'secret');
    return { target: target === null ? null : encrypt(target, 'target').text, secret: text, keyName };
  }

  /** The secrets of a channel; undefined when their key is no longer in `TOKEN_KEYS`. */
  open({ workspaceId, id, target, secret, keyName }: SealedSecrets): ChannelSecrets | undefined {
    const decrypt = (text: string, column: keyof ChannelSecrets) =>
      this.cipher.decrypt({ text, keyName }, { workspaceId, id: placeOf(id, column) });
    const [openedTarget, openedSecret] = [target && decrypt(target, 'target'), decrypt(secret, 'secret')];
    if (openedTarget === undefined || openedSecret === undefined) return undefined;
    return { target: openedTarget, secret: openedSecret };
  }

  /** Where the mail of an email channel goes; undefined when the key of its own address is no longer in `TOKEN_KEYS`. */
  mailAddressOf(row: SealedSecrets, profileEmail: string): string | undefined {
    return row.target === null ? profileEmail : (this.open(row)?.target ?? undefined);
  }
}

const placeOf = (id: string, column: keyof ChannelSecrets): string => `${id} ${column}`;

/** Small, so that little is repeated after a crash. */
const BATCH = 50;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts the secrets of every channel that is not under the first key of `TOKEN_KEYS` again. It may be stopped at any
 * moment and started again, also while servers with the same keys run.
 * @returns how many are now under the first key, and how many no key reads: these stay as they are
 */
export async function reencryptChannels(
  database: Database,
  tokenCipher: TokenCipher,
): Promise<{ done: number; unreadable: number }> {
  const cipher = new ChannelCipher(tokenCipher);
  const progress = { done: 0, unreadable: 0 };
  for (let after: string | undefined = NO_ID; after !== undefined;) {
    const rows: ChannelRow[] = await database.orm
      .select()
      .from(noticeChannels)
      .where(and(gt(noticeChannels.id, after), ne(noticeChannels.keyName, tokenCipher.writingKey ?? '')))
      .orderBy(asc(noticeChannels.id))
      .limit(BATCH);
    for (const row of rows) {
      const opened = cipher.open(row);
      if (opened)
        await database.orm
          .update(noticeChannels)
          .set(cipher.seal(row, opened))
          .where(and(eq(noticeChannels.id, row.id), eq(noticeChannels.secret, row.secret)));
      progress[opened ? 'done' : 'unreadable'] += 1;
    }
    after = rows.at(-1)?.id;
  }
  return progress;
}
