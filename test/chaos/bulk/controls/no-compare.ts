// The product that sends a change of a set whatever the location has by then.
import type { ChangeSender } from '../../../../dist/server/business-profile/google/change-sender.js';
import { methodsOf } from '../../hooks/product.ts';

const sender = await methodsOf<ChangeSender>('business-profile/google/change-sender', 'ChangeSender');
sender.movedLines = () => Promise.resolve([]);
