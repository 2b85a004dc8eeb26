/**
 * How a connection plans statements that find their rows by key. Planning takes longer than finding them, so that a plan
 * is made once and kept; one from when a table was small would go on reading the whole of it, where that is not ruled out.
 */
export const BY_KEY = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off';
