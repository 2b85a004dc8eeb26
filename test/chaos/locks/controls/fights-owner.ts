// The product with a value that is kept with the lock: what its owner changes elsewhere counts as Google's, and is put back.
import { replace } from '../../hooks/replace.ts';

const CHANGE = 'const change = { field: field, before: publicValue, after: ownerValue };';
replace(
  '/locks/lock-planner.js',
  CHANGE,
  `const first = (globalThis.firstKept ??= new Map());
   const key = locationId + field;
   if (!first.has(key)) first.set(key, ownerValue);
   const isOld = JSON.stringify(first.get(key)) !== JSON.stringify(ownerValue);
   const change = { field: field, before: isOld ? ownerValue : publicValue, after: first.get(key) };`,
);
replace(
  '/locks/lock-planner.js',
  "changes: [{ ...change, view: 'public' }]",
  "changes: [{ ...change, view: isOld ? 'owner' : 'public' }]",
);
const ANSWERED = "if (set.kind !== 'decision' && set.kind !== 'lock')";
replace('/business-profile/changes/answered-edits.js', ANSWERED, "if (set.kind !== 'decision')");
