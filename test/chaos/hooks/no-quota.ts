// Loaded into a server process before its program: no call waits for Google's quotas, so that a run takes minutes.
import type { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import { methodsOf } from './product.ts';

const quota = await methodsOf<GoogleQuota>('business-profile/calls/quota', 'GoogleQuota');
quota.take = () => Promise.resolve();
quota.takeEdit = () => Promise.resolve();
