// Loaded into server processes before their program.
import { controlServer } from '../reply-controls.ts';

await controlServer('no-fence');
