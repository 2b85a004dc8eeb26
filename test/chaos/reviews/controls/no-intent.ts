// Loaded into server processes before their program: see `reply-controls.ts`.
import { control, type ReplyParts } from '../reply-controls.ts';

const server = process.env.CHAOS_SERVER;
const modules = ['reviews/sending/reply-ledger', 'reviews/sending/reply-sender', 'database/reviews.schema'];
const loaded = await Promise.all(modules.map((name) => import(`${server}/${name}.js`) as Promise<object>));
control('no-intent', Object.assign({}, ...loaded) as ReplyParts);
