import { getMetadataStorage, type MetadataStorage } from 'class-validator';

type Rules = ReturnType<MetadataStorage['getTargetValidationMetadatas']>;

/**
 * Has class-validator gather the rules of a class once. By itself it looks through all classes that there are, for each
 * object anew, though rules are written with their class and never change: a twentieth of what scheduling a post takes.
 */
export function gatherRulesOnce(): void {
  const storage = getMetadataStorage();
  const gather = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<object, Map<string, Rules>>();
  storage.getTargetValidationMetadatas = (target: unknown, ...settings) => {
    if (typeof target !== 'function') return gather(target as never, ...settings);
    const ofClass = known.get(target) ?? new Map<string, Rules>();
    const key = JSON.stringify(settings);
    const rules = ofClass.get(key) ?? gather(target, ...settings);
    known.set(target, ofClass.set(key, rules));
    return rules;
  };
}
