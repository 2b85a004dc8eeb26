import { DAYS } from '../model.js';
import { frozen } from '../frozen.js';
import type { Schema } from './payload.js';

const list = (schema: Schema) => ({ list: schema });
const message = (fields: Record<string, Schema>) => ({ fields });

const PACKAGE = 'type.googleapis.com/google.mybusiness.v4';

const DATE = message({ year: 'integer', month: 'integer', day: 'integer' });
const TIME = message({ hours: 'integer', minutes: 'integer', seconds: 'integer', nanos: 'integer' });
const DAY: Schema = {
  enum: ['DAY_OF_WEEK_UNSPECIFIED', ...DAYS],
  type: 'type.googleapis.com/google.type.DayOfWeek',
};
const OCCURRENCE: Schema = {
  enum: ['DAY_OF_WEEK_OCCURRENCE_UNSPECIFIED', 'FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'],
  type: `${PACKAGE}.DayOfWeekOccurrence`,
};

/**
 * The resource LocalPost of v4, to its last level. Names of kinds are texts here: `local-post-rules.ts` refuses unknown ones in
 * the words of v4.
 */
export const LOCAL_POST_SCHEMA = frozen<Schema>(
  message({
    name: 'string',
    languageCode: 'string',
    summary: 'string',
    callToAction: message({ actionType: 'string', url: 'string' }),
    createTime: 'string',
    updateTime: 'string',
    scheduledTime: 'string',
    event: message({
      title: 'string',
      schedule: message({ startDate: DATE, startTime: TIME, endDate: DATE, endTime: TIME }),
      recurrenceInfo: message({
        seriesEndTime: 'string',
        dailyPattern: message({}),
        weeklyPattern: message({ daysOfWeek: list(DAY) }),
        monthlyPattern: message({ dayOfMonth: 'integer', dayOfWeekOccurrence: OCCURRENCE }),
      }),
      recurringInstanceTime: 'string',
    }),
    state: 'string',
    media: list(
      message({
        name: 'string',
        mediaFormat: 'string',
        locationAssociation: message({ category: 'string', priceListItemId: 'string' }),
        googleUrl: 'string',
        thumbnailUrl: 'string',
        createTime: 'string',
        dimensions: message({ widthPixels: 'integer', heightPixels: 'integer' }),
        insights: message({ viewCount: 'int64' }),
        attribution: message({
          profileName: 'string',
          profilePhotoUrl: 'string',
          takedownUrl: 'string',
          profileUrl: 'string',
        }),
        description: 'string',
        sourceUrl: 'string',
        dataRef: message({ resourceName: 'string' }),
      }),
    ),
    searchUrl: 'string',
    topicType: 'string',
    alertType: 'string',
    offer: message({ couponCode: 'string', redeemOnlineUrl: 'string', termsConditions: 'string' }),
    recurringInstanceTime: 'string',
  }),
);
