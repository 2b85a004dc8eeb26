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
  closures: {
    title: 'How to set business hours or mark a closure',
    url: 'https://support.google.com/business/answer/10417060',
    comparedOn,
    isGoogle,
  },
  reinstatement: {
    title: 'Fix suspended or disabled profiles',
    url: 'https://support.google.com/business/answer/4569145',
    comparedOn,
    isGoogle,
  },
  voice: {
    title: 'getVoiceOfMerchantState, Verifications API',
    url: 'https://developers.google.com/my-business/reference/verifications/rest/v1/locations/getVoiceOfMerchantState',
    comparedOn,
    isGoogle,
  },
  'google-edits': {
    title: 'Accept or reject Google updates, Business Profile APIs',
    url: 'https://developers.google.com/my-business/content/accept-or-reject-updates',
    comparedOn,
    isGoogle,
  },
  'location-fields': {
    title: 'The fields of a location, Business Information API',
    url: 'https://developers.google.com/my-business/reference/businessinformation/rest/v1/accounts.locations',
    comparedOn,
    isGoogle,
  },
  categories: {
    title: 'Categories of a location, Business Information API',
    url: 'https://developers.google.com/my-business/reference/businessinformation/rest/v1/accounts.locations#categories',
    comparedOn,
    isGoogle,
  },
  'api-errors': {
    title: 'Error codes, Business Information API',
    url: 'https://developers.google.com/my-business/reference/businessinformation/rest/v1/ErrorCode',
    comparedOn,
    isGoogle,
  },
  'store-codes': {
    title: 'Create your bulk upload spreadsheet',
    url: 'https://support.google.com/business/answer/3370250',
    comparedOn,
    isGoogle,
  },
  chains: {
    title: 'Local Guides Connect: Fix inconsistencies in chains',
    url: 'https://www.localguidesconnect.com/t/best-practice-fix-inconsistencies-in-chains/151105',
    comparedOn,
    isGoogle: false,
  },
} satisfies Record<string, Source>);

export type SourceId = keyof typeof SOURCES;
