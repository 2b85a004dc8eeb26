/** What a lock does, and where it leaves the decision to a person. */
export const HOW_LOCKS_WORK =
  'A lock puts your value back when Google or the public changes it: twice for the same value, five times for a field, in 30 days. It never works against your own edits in Google’s manager, and it always asks when Google says a location is closed.';
