import { expect, it } from '@jest/globals';
import { fieldOf } from '../../../client/posts/server-faults.js';
import { placeFaults } from '../../../client/api/place-faults.js';

it('What the server says of a path stands at the field of the composer', () => {
  const faults = {
    publishAt: 'Publish time must be in the future',
    'postBody.callToAction.url': 'Link must be an address',
    'postBody.event.schedule.startDate.year': 'Year must be from 2000 to 9999',
    'postBody.event.schedule.endDate': 'This day does not exist',
    'postBody.event': 'Event must be an object',
    'postBody.languageCode': 'Language must be en-US',
  };
  const { errors, rest } = placeFaults(faults, fieldOf);
  expect(errors).toEqual({
    publishDate: 'Publish time must be in the future',
    actionUrl: 'Link must be an address',
    startDate: 'Year must be from 2000 to 9999',
    endDate: 'This day does not exist',
    title: 'Event must be an object',
  });
  expect(rest).toEqual(['Language must be en-US']);
});
