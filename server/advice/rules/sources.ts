import { frozen } from '../../config/frozen.js';

export interface Source {
  title: string;
  url: string;
  /** The day on which the rules were last compared with it. */
  comparedOn: string;
  /** Whether Google says it. If not, it is advice that many guides give. */
  isGoogle: boolean;
}

const comparedOn = '2026-11-28';
const isGoogle = true;

/** Where the rules come from. `docs/advice.md` lists them. */
export const SOURCES = frozen({
  guidelines: {
    title: 'Guidelines for representing your business on Google',
    url: 'https://support.google.com/business/answer/3038177',
    comparedOn,
    isGoogle,
  },
  'local-ranking': {
    title: 'Tips to improve your local ranking on Google',
    url: 'https://support.google.com/business/answer/7091',
    comparedOn,
    isGoogle,
  },
  'holiday-hours': {
    title: 'How to set holiday hours',
    url: 'https://support.google.com/business/answer/6303076',
    comparedOn,
    isGoogle,
  },
} satisfies Record<string, Source>);

export type SourceId = keyof typeof SOURCES;
