import type { Schemas } from '../../../client/api/client.js';

export type Notice = Schemas['NoticeDto'];
type Channel = Schemas['ChannelDto'];
type Delivery = Schemas['DeliveryDto'];
type NoticeSettings = Schemas['NoticeSettingsDto'];

/** An id of the given number. */
export const uuid = (number: number) => `5b1f0a34-6c2e-4d7b-8f11-${String(number).padStart(12, '0')}`;

/** Posts of two locations that failed. */
export function notice(own: Partial<Notice> = {}): Notice {
  return {
    id: uuid(1),
    kind: 'post_failed',
    title: '14 posts failed',
    text: 'The connection to Google was lost. Hearth & Crumb and Old Wharf.',
    storeCode: null,
    count: 14,
    firstAt: '2026-11-21T14:00:00.000Z',
    lastAt: '2026-11-21T14:05:00.000Z',
    isRead: false,
    path: '/dashboard?view=calendar&status=failed',
    ...own,
  };
}

/** A page of notices. */
export function noticeList(items: Notice[], nextCursor: string | null = null): Schemas['NoticeListDto'] {
  return { items, unread: items.filter(({ isRead }) => !isRead).length, nextCursor };
}

/** A webhook that is on and is told of everything. */
export function webhook(own: Partial<Channel> = {}): Channel {
  return {
    id: uuid(51),
    kind: 'webhook',
    target: 'https://hooks.example.com/shingle',
    kinds: ['post_failed', 'connection_lost', 'zone_changed'],
    schedule: 'now',
    isOn: true,
    isProven: true,
    pausedReason: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    ...own,
  };
}

/** The channel to the address of the profile. */
export function mailChannel(own: Partial<Channel> = {}): Channel {
  return webhook({ id: uuid(61), kind: 'email', target: 'robin@example.com', ...own });
}

/** A message that a webhook accepted. */
export function delivery(own: Partial<Delivery> = {}): Delivery {
  return {
    id: uuid(71),
    channelId: uuid(51),
    kind: 'notice',
    state: 'delivered',
    title: '14 posts failed',
    createdAt: '2026-11-21T14:05:00.000Z',
    endedAt: '2026-11-21T14:05:01.000Z',
    nextTryAt: null,
    tries: 1,
    answerCode: 204,
    answer: null,
    ...own,
  };
}

/** The settings of a person in London, on a server that sends no email, without channels. */
export function noticeSettings(own: Partial<NoticeSettings> = {}): NoticeSettings {
  return {
    timeZone: 'Europe/London',
    quietHours: null,
    canMail: false,
    mailbox: null,
    isMainOn: true,
    isMailOn: true,
    webhookSink: null,
    bellKinds: ['post_failed', 'connection_lost', 'zone_changed'],
    kinds: [
      { kind: 'post_failed', title: 'A post failed', group: 'posts', isUrgent: false, isFailure: true },
      {
        kind: 'connection_lost',
        title: 'The connection to Google ended',
        group: 'connection',
        isUrgent: true,
        isFailure: true,
      },
      {
        kind: 'zone_changed',
        title: 'The rules of a time zone changed',
        group: 'locations',
        isUrgent: false,
        isFailure: false,
      },
    ],
    channels: [],
    ...own,
  };
}
