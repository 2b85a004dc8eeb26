import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/jest.ts';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import {
  ask,
  type Campaigner,
  confirmed,
  lookAt,
  progressOf,
  startCampaigner,
} from '../../support/features/campaign-work.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/features/publishing.ts';
import { untilSeen } from '../../support/until.ts';

let setting: Campaigner;
let { mirela, locationIds, inMs, atGoogle } = {} as Campaigner;
beforeAll(async () => {
  setting = await startCampaigner();
  ({ mirela, locationIds, inMs, atGoogle } = setting);
});
afterEach(() => setting.forget());
afterAll(() => setting.close());

const OLD = 'Old words.';
const NEW = 'New words.';
const textsAtGoogle = () => atGoogle().map(({ summary }) => summary);

/** A campaign with one post that is due. */
async function due(): Promise<CampaignDto> {
  const campaign = await confirmed(mirela, {
    choice: { locationIds: locationIds.slice(0, 1) },
    time: { publishAt: inMs(MINUTE_MS) },
    summary: OLD,
  });
  await setting.work();
  await setting.pass(MINUTE_MS);
  return campaign;
}

/**
 * Begins to send what is due, and halts a sending just before it commits its intent.
 * @param nth which of the intents; the second one is that of a renewed access token
 */
async function haltedBeforeIntent(nth = 1): Promise<{ goOn: () => Promise<void> }> {
  const ledger = setting.served.app.get(LedgerRepository);
  const { intend } = ledger;
  const gate = Promise.withResolvers<void>();
  let seen = 0;
  const halting: typeof intend = async (...given) => {
    seen += 1;
    if (seen === nth) await gate.promise;
    return intend.apply(ledger, given);
  };
  Object.assign(ledger, { intend: halting });
  const sending = setting.workOff();
  await untilSeen('the intent', () => seen === nth);
  return {
    async goOn() {
      gate.resolve();
      await sending;
      Object.assign(ledger, { intend });
    },
  };
}

const STEPS = {
  pause: (campaign: CampaignDto) => ask(mirela, 'pause', campaign),
  change: async (campaign: CampaignDto) => {
    const { version, postBody } = await lookAt(mirela, campaign);
    const body = { version, postBody: { ...postBody, summary: NEW } };
    const answer = await mirela.send('patch', `/api/campaigns/${campaign.id}`, body).expect(200);
    return answer.body as CampaignDto;
  },
  undo: (campaign: CampaignDto) => ask(mirela, 'undo', campaign),
} as const;

/** What is at Google, and where the campaign stands, after what was asked for has been done. */
const OUTCOMES = {
  pause: [[], { paused: 1 }],
  change: [[NEW], { published: 1 }],
  undo: [[], { cancelled: 1 }],
} as const satisfies Record<keyof typeof STEPS, unknown>;

describe.each(['pause', 'change', 'undo'] as const)(
  'after a %s of a campaign that was acknowledged',
  (step) => {
    it('nothing against it is sent, also what had been claimed before', async () => {
      const campaign = await due();
      const { goOn } = await haltedBeforeIntent();
      expect(await STEPS[step](campaign)).toMatchObject({ beingSent: 0 });
      await goOn();
      expect(textsAtGoogle()).not.toContain(OLD);
      await setting.passAndWorkAll(MINUTE_MS);
      await setting.passAndWorkAll(MINUTE_MS);
      expect([textsAtGoogle(), await progressOf(mirela, campaign)]).toEqual(OUTCOMES[step]);
    });

    it('nothing against it is sent under a renewed access token', async () => {
      const campaign = await due();
      setting.google.faults.next('localPosts.create', 'unauthenticated');
      const { goOn } = await haltedBeforeIntent(2);
      await STEPS[step](campaign);
      await goOn();
      expect(textsAtGoogle()).not.toContain(OLD);
      await setting.passAndWorkAll(MINUTE_MS);
      await setting.passAndWorkAll(MINUTE_MS);
      expect([textsAtGoogle(), await progressOf(mirela, campaign)]).toEqual(OUTCOMES[step]);
    });

    it('what was being sent is named', async () => {
      const campaign = await due();
      setting.google.faults.next('localPosts.create', 'slow', { ms: 700 });
      const sending = setting.workOff();
      await untilSeen(
        'the post at Google',
        () => setting.google.calls.count({ operation: 'localPosts.create' }) > 0,
      );
      expect(await STEPS[step](campaign)).toMatchObject({ beingSent: 1 });
      await sending;
      expect(textsAtGoogle()).toEqual([OLD]);
      expect(await lookAt(mirela, campaign)).toMatchObject({ beingSent: 0 });
      setting.google.calls.clear();
      await setting.passAndWorkAll(HOUR_MS);
      expect(textsAtGoogle()).toEqual(step === 'undo' ? [] : [OLD]);
    });
  },
);
