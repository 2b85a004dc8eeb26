import type { Facts } from '../../../dist/server/advice/rules/rule.js';
import type { RuleId } from './rule-ids.js';

/** A made-up location, and what is wrong with it. */
export interface Profile extends Omit<Facts, 'siblings'> {
  labels: RuleId[];
  /** What its name has to become, where that follows from the fault. */
  name: string | undefined;
  what: string[];
}

/** Something that a profile gets: a fault, or what only looks like one. */
export interface Case {
  what: string;
  labels: RuleId[];
  /** The parts of a profile that nothing else may touch. */
  touches: string[];
  fits?: (profile: Profile) => boolean;
  /** How many profiles share it; default 1. */
  together?: number;
  /** How often it is given; default 4 for faults. */
  times?: number;
  apply: (profiles: Profile[]) => void;
}

export const isSingle = ({ accountId }: Profile): boolean => accountId.startsWith('single');
export const isChain = (profile: Profile): boolean => !isSingle(profile);
export const isIn = (country: string) => (profile: Profile) =>
  profile.google.storefrontAddress?.regionCode === country;

/** A number that belongs to a profile alone. */
export const numberOf = ({ id }: Profile): number => 1000 + Number(id.slice(1));
