import { kindOf, type BusinessKind } from './category-details.js';
import { frozen } from '../frozen.js';

/** An attribute that Google offers to some kinds of businesses, as its catalogue describes it. */
export interface AttributeType {
  /** `attributes/has_delivery` */
  name: string;
  valueType: 'BOOL' | 'ENUM' | 'URL' | 'REPEATED_ENUM';
  displayName: string;
  groupDisplayName: string;
  /** Those that may have it; all, unless given. */
  kinds?: readonly BusinessKind[];
  /** Of ENUM and REPEATED_ENUM: each value with its name. */
  values?: Readonly<Record<string, string>>;
  /** A URL may be given more than once. */
  isRepeatable?: true;
  /** Of a URL: where its addresses have to lead. */
  provider?: string;
  /** Google takes an edit of it and keeps nothing. */
  isDeprecated?: true;
}

type Rest = Omit<AttributeType, 'name' | 'valueType' | 'displayName' | 'groupDisplayName'>;

const FOOD = ['food'] as const;
const VISITED = ['food', 'retail', 'health', 'lodging'] as const;

/** A part of Google's catalogue, with every type of value. */
export const ATTRIBUTES: readonly AttributeType[] = frozen([
  attribute('has_wheelchair_accessible_entrance', 'BOOL', 'Wheelchair-accessible entrance', 'Accessibility'),
  attribute('has_wheelchair_accessible_restroom', 'BOOL', 'Wheelchair-accessible toilet', 'Accessibility'),
  attribute('has_wheelchair_accessible_seating', 'BOOL', 'Wheelchair-accessible seating', 'Accessibility', {
    kinds: ['food', 'lodging'],
  }),
  attribute('has_restroom', 'BOOL', 'Toilet', 'Amenities', { kinds: VISITED }),
  attribute('wi_fi', 'ENUM', 'Wi-Fi', 'Amenities', {
    kinds: ['food', 'lodging', 'service'],
    values: { free_wi_fi: 'Free Wi-Fi', paid_wi_fi: 'Paid Wi-Fi' },
  }),
  attribute('has_onsite_parking', 'BOOL', 'On-site parking', 'Parking', { kinds: VISITED }),
  attribute('welcomes_dogs', 'BOOL', 'Dogs allowed', 'Pets', { kinds: VISITED }),
  attribute('is_owned_by_women', 'BOOL', 'Identifies as women-owned', 'From the business'),
  attribute('has_delivery', 'BOOL', 'Delivery', 'Service options', { kinds: ['food', 'retail', 'health'] }),
  attribute('has_takeout', 'BOOL', 'Takeaway', 'Service options', { kinds: FOOD }),
  attribute('serves_dine_in', 'BOOL', 'Dine-in', 'Service options', { kinds: FOOD }),
  attribute('has_seating_outdoors', 'BOOL', 'Outdoor seating', 'Service options', { kinds: FOOD }),
  attribute('has_curbside_pickup', 'BOOL', 'Kerbside pickup', 'Service options', {
    kinds: ['food', 'retail'],
  }),
  attribute('has_no_contact_delivery', 'BOOL', 'No-contact delivery', 'Service options', {
    kinds: ['food', 'retail'],
    isDeprecated: true,
  }),
  attribute('offers_online_estimates', 'BOOL', 'Online estimates', 'Service options', { kinds: ['service'] }),
  attribute('serves_vegetarian', 'BOOL', 'Vegetarian options', 'Offerings', { kinds: FOOD }),
  attribute('serves_alcohol', 'BOOL', 'Alcohol', 'Offerings', { kinds: FOOD }),
  attribute('requires_appointments', 'BOOL', 'Appointment required', 'Planning'),
  attribute('pay_credit_card_types_accepted', 'REPEATED_ENUM', 'Credit cards', 'Payments', {
    values: { american_express: 'American Express', mastercard: 'Mastercard', visa: 'VISA' },
  }),
  attribute('pay_mobile_nfc', 'BOOL', 'NFC mobile payments', 'Payments'),
  attribute('meal_types_served', 'REPEATED_ENUM', 'Meals', 'Dining options', {
    kinds: FOOD,
    values: { breakfast: 'Breakfast', brunch: 'Brunch', lunch: 'Lunch', dinner: 'Dinner' },
  }),
  attribute('url_menu', 'URL', 'Menu link', 'Links', { kinds: FOOD }),
  attribute('url_appointment', 'URL', 'Appointment links', 'Links', { isRepeatable: true }),
  attribute('url_facebook', 'URL', 'Facebook', 'Social media', { provider: 'facebook.com' }),
  attribute('url_instagram', 'URL', 'Instagram', 'Social media', { provider: 'instagram.com' }),
  attribute('url_youtube', 'URL', 'YouTube', 'Social media', { provider: 'youtube.com' }),
]);

function attribute(
  id: string,
  valueType: AttributeType['valueType'],
  displayName: string,
  groupDisplayName: string,
  rest: Rest = {},
): AttributeType {
  return { name: `attributes/${id}`, valueType, displayName, groupDisplayName, ...rest };
}

/** The attributes that a business with these categories (`bakery`) may have. */
export function attributesFor(categories: readonly string[]): AttributeType[] {
  const kinds = categories.map(kindOf);
  return ATTRIBUTES.filter((type) => !type.kinds || type.kinds.some((kind) => kinds.includes(kind)));
}
