import useSWR, { useSWRConfig } from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { readPages } from '../api/pages';
import { announce } from '../ui/basics/screen-reader';

export type NoticeSettings = Schemas['NoticeSettingsDto'];
export type Channel = Schemas['ChannelDto'];
export type Delivery = Schemas['DeliveryDto'];
export type NoticeKind = NoticeSettings['kinds'][number]['kind'];

const SETTINGS = 'notice-settings';
const DELIVERIES = 'deliveries';
/** How many of a channel's last deliveries are shown at first, and how many are read at once when all are. */
const LAST_DELIVERIES = 3;
const DELIVERIES_A_PAGE = 100;
/** A delivery whose next try is this near is waited for. */
const SOON_MS = 60_000;
const UNDER_WAY_EVERY_MS = 2_000;

/** When and how the person gets notices. They are read each time they are opened. */
export function useNoticeSettings() {
  return useSWR<NoticeSettings, unknown>(
    [SETTINGS],
    () => answer(api.GET('/api/notice-settings'), { quiet: true }),
    { dedupingInterval: 0 },
  );
}

/** The last deliveries of a channel, or all, read again while one of them is under way. */
export function useDeliveries(channelId: string, isAll: boolean) {
  return useSWR<Schemas['DeliveryListDto'], unknown>(
    [DELIVERIES, channelId, isAll],
    () => {
      const limit = isAll ? DELIVERIES_A_PAGE : LAST_DELIVERIES;
      const part = (cursor?: string) =>
        answer(api.GET('/api/deliveries', { params: { query: { channelId, cursor, limit } } }), {
          quiet: true,
        });
      return readPages(part, isAll ? Infinity : 1);
    },
    {
      dedupingInterval: 0,
      keepPreviousData: true,
      refreshInterval: (list) => (list?.items.some(isUnderWay) ? UNDER_WAY_EVERY_MS : 0),
    },
  );
}

function isUnderWay({ state, nextTryAt }: Delivery): boolean {
  return state === 'sending' || (nextTryAt !== null && Date.parse(nextTryAt) - Date.now() < SOON_MS);
}

/**
 * Changes the settings, the channels and their deliveries. A change of settings is shown at once. Each returns whether it
 * was made; a failure is shown as a toast, and the next reading takes it back.
 */
export function useNoticeActions() {
  const { mutate } = useSWRConfig();
  const readAgain = () =>
    mutate((key) => Array.isArray(key) && (key[0] === SETTINGS || key[0] === DELIVERIES));
  const done = async (request: Promise<unknown>): Promise<boolean> => {
    const isDone = await request.then(
      () => true,
      () => false,
    );
    await readAgain();
    return isDone;
  };
  const show = (change: (settings: NoticeSettings) => NoticeSettings) =>
    mutate<NoticeSettings>([SETTINGS], (settings) => settings && change(settings), { revalidate: false });
  return {
    async updateSettings(body: Schemas['UpdateNoticeSettingsDto']): Promise<boolean> {
      await show((settings) => ({ ...settings, ...body }));
      return saved(done(answer(api.PATCH('/api/notice-settings', { body }))));
    },
    /** @throws ApiError, which is not shown */
    async addEmail(kinds?: NoticeKind[]): Promise<Schemas['NewChannelDto']> {
      const request = api.POST('/api/channels', { body: { kind: 'email', kinds } });
      const channel = await answer(request, { quiet: true });
      await readAgain();
      return channel;
    },
    /**
     * Sends email to another address, once that is confirmed.
     * @throws ApiError, which is not shown
     */
    async changeAddress(id: string, address: string): Promise<void> {
      const params = { path: { id } };
      await answer(api.PATCH('/api/channels/{id}', { params, body: { address } }), { quiet: true });
      await readAgain();
    },
    /** @throws ApiError, which is not shown */
    async addWebhook(url: string): Promise<Schemas['NewChannelDto']> {
      const request = api.POST('/api/channels', { body: { kind: 'webhook', url } });
      const channel = await answer(request, { quiet: true });
      await readAgain();
      return channel;
    },
    async updateChannel(id: string, body: Schemas['UpdateChannelDto']): Promise<boolean> {
      await show((settings) => ({
        ...settings,
        channels: settings.channels.map((channel) => (channel.id === id ? { ...channel, ...body } : channel)),
      }));
      return saved(done(answer(api.PATCH('/api/channels/{id}', { params: { path: { id } }, body }))));
    },
    deleteChannel: (id: string) =>
      done(answer(api.DELETE('/api/channels/{id}', { params: { path: { id } } }), { doneIs: 404 })),
    /**
     * Sends a link that confirms the address of the email channel. That of an account of Google is confirmed at once.
     * @throws ApiError, which is not shown
     */
    async sendProof(id: string): Promise<void> {
      await answer(api.POST('/api/channels/{id}/proof', { params: { path: { id } } }), { quiet: true });
      await readAgain();
    },
    testChannel: (id: string) =>
      done(answer(api.POST('/api/channels/{id}/test', { params: { path: { id } } }))),
    retryDelivery: (id: string) =>
      done(answer(api.POST('/api/deliveries/{id}/retry', { params: { path: { id } } }))),
  };
}

/** Has a screen reader say that a change counts: there is no button that saves. */
async function saved(work: Promise<boolean>): Promise<boolean> {
  const isDone = await work;
  if (isDone) announce('Saved.');
  return isDone;
}
