// The product without a canonical form: values are compared as Google writes them.
import { replace } from '../../hooks/replace.ts';

const CANONICAL = 'export function canonicalText(field, value, google) {';
replace(
  '/business-profile/translation/profile-fields.js',
  CANONICAL,
  `${CANONICAL} return JSON.stringify(value ?? null);`,
);
