// Loaded into server processes before their program: somebody may answer hundreds of reviews at once.
import { replace } from '../../hooks/replace.ts';

replace(
  '/reviews/sending/replies.service.js',
  'capacity: 60, perMinute: 30',
  'capacity: 10_000, perMinute: 10_000',
);
