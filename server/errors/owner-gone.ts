import { rootOf } from './root-cause.js';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether something could not be stored because its user is not there any more: the account was deleted while the
 * request was under way.
 */
export function isOwnerGone(error: unknown): boolean {
  const root = rootOf(error);
  if (typeof root !== 'object' || root === null || !('code' in root) || !('constraint' in root)) return false;
  return root.code === FOREIGN_KEY_VIOLATION && String(root.constraint).endsWith('_users_uid_fk');
}
