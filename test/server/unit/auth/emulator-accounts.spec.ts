import { describe, expect, it } from '@jest/globals';
import { RecordedState } from '../../../../dist/server/embedded/auth-emulator-firebase-tools.js';

const SECOND = 1_800_000_000;

describe('a new account of the Auth emulator', () => {
  it('has sessions that are good from its creation, also where a second begins while it is made', () => {
    const state = new RecordedState('demo-shingle');
    const madeAt = String(SECOND * 1000 - 1);
    state.users.set('robin', { localId: 'robin' });
    state.updateUserByLocalId('robin', {
      createdAt: madeAt,
      lastLoginAt: madeAt,
      validSince: String(SECOND),
    });
    expect(state.users.get('robin')).toMatchObject({ validSince: String(SECOND - 1) });
  });

  it('keeps the end of its sessions that comes later, also over a restart', () => {
    const state = new RecordedState('demo-shingle');
    state.users.set('robin', { localId: 'robin' });
    state.updateUserByLocalId('robin', { createdAt: String(SECOND * 1000), validSince: String(SECOND) });
    state.updateUserByLocalId('robin', { validSince: String(SECOND + 60) });
    const restarted = new RecordedState('demo-shingle', state.snapshot());
    expect(restarted.users.get('robin')).toMatchObject({ validSince: String(SECOND + 60) });
  });
});
