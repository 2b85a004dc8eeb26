import { figure } from '../config/figure.js';
import type { FieldError } from '../errors/app-error.js';
import { unknownVariable, type Variable } from '../campaigns/plan/location-text.js';
import { type BulkChange, fieldsOf, type HolidayRun } from './bulk-change.js';
import { MOST_RUNS } from './holiday-answers.js';

/** What a description can name. Google takes no web address in it. */
const IN_DESCRIPTION: readonly Variable[] = Object.freeze(['name', 'city', 'street', 'storeCode'] as const);

/** What is wrong with a change as a whole, at the fields of the request. */
export function faultsOfChange(change: BulkChange): FieldError[] {
  if (fieldsOf(change).length === 0)
    return [{ field: 'change', message: 'Please choose at least one field to change' }];
  return [
    ...faultsOfVariables(change),
    ...faultsOfDates(change),
    ...faultsOfHolidays(change),
    ...faultsOfLabels(change),
  ];
}

function faultsOfVariables({ description, websiteUri }: BulkChange): FieldError[] {
  const inText = unknownVariable(description, IN_DESCRIPTION);
  const inLink = unknownVariable(websiteUri);
  return [
    ...(inText === undefined
      ? []
      : [
          {
            field: 'change.description',
            message: `{${inText}} isn’t a variable. You can use {name}, {city}, {street} and {storeCode}`,
          },
        ]),
    ...(inLink === undefined
      ? []
      : [
          {
            field: 'change.websiteUri',
            message: `{${inLink}} isn’t a variable. You can use {name}, {city}, {street}, {storeCode} and {website}`,
          },
        ]),
  ];
}

/** What is wrong with answers that are added to a change, at the fields of the request. */
export function faultsOfAdded(change: BulkChange, added: HolidayRun[]): FieldError[] {
  const field = 'addHolidays';
  const { specialHours, holidays = [] } = change;
  if (holidays.length + added.length > MOST_RUNS)
    return [
      {
        field,
        message: `At most ${figure(MOST_RUNS)} different answers are possible. Please send some of them first`,
      },
    ];
  return faultsOfHolidays({ specialHours, holidays: added }, field);
}

function faultsOfHolidays(
  { specialHours, holidays }: Pick<BulkChange, 'specialHours' | 'holidays'>,
  field = 'change.holidays',
): FieldError[] {
  if (!holidays) return [];
  if (specialHours)
    return [
      {
        field,
        message: 'Answers for holidays and special hours can’t be sent together. Leave one of them out',
      },
    ];
  return holidays.flatMap(({ answer, hours = [] }, index) =>
    (answer === 'hours') === hours.length > 0
      ? []
      : [
          {
            field: `${field}.${index}.hours`,
            message: 'Opening times belong to the answer hours, which needs at least one',
          },
        ],
  );
}

function faultsOfDates({ specialHours }: BulkChange): FieldError[] {
  if (!specialHours) return [];
  const { mode, periods, clear = [] } = specialHours;
  const field = 'change.specialHours.clear';
  if (mode === 'replace')
    return clear.length > 0
      ? [{ field, message: 'Dates can be cleared only if the others stay. Choose merge for that' }]
      : [];
  if (periods.length + clear.length === 0)
    return [{ field: 'change.specialHours.periods', message: 'Please add at least one date' }];
  const twice = clear.some((date) => periods.some((period) => period.date === date));
  return twice ? [{ field, message: 'A date can’t be cleared and have special hours' }] : [];
}

function faultsOfLabels({ labels }: BulkChange): FieldError[] {
  if (!labels) return [];
  const { add, remove } = labels;
  if (add.length + remove.length === 0)
    return [{ field: 'change.labels', message: 'Please add or remove at least one label' }];
  return add.some((label) => remove.includes(label))
    ? [{ field: 'change.labels.remove', message: 'A label can’t be added and removed' }]
    : [];
}
