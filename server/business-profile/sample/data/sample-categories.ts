import { frozen } from '../../../config/frozen.js';
import { MAX_CATEGORIES } from '../../port/business-profile-provider.js';
import type { Category } from '../../port/location.js';
import { bestMatches } from '../../port/search-text.js';

/** A part of Google's catalogue of business categories: the id behind `gcid:` and the English name. */
const NAMES = {
  accountant: 'Accountant',
  art_gallery: 'Art gallery',
  art_studio: 'Art studio',
  auto_repair_shop: 'Auto repair shop',
  bakery: 'Bakery',
  bar: 'Bar',
  barber_shop: 'Barber shop',
  beauty_salon: 'Beauty salon',
  bed_and_breakfast: 'Bed & breakfast',
  bicycle_rental_service: 'Bicycle rental service',
  bicycle_repair_shop: 'Bicycle repair shop',
  bicycle_store: 'Bicycle shop',
  book_store: 'Book store',
  breakfast_restaurant: 'Breakfast restaurant',
  brunch_restaurant: 'Brunch restaurant',
  butcher_shop: 'Butcher shop',
  cafe: 'Cafe',
  cake_shop: 'Cake shop',
  car_wash: 'Car wash',
  caterer: 'Caterer',
  cheese_shop: 'Cheese shop',
  child_care_agency: 'Child care agency',
  clothing_store: 'Clothing store',
  cocktail_bar: 'Cocktail bar',
  coffee_roasters: 'Coffee roasters',
  coffee_shop: 'Coffee shop',
  conference_center: 'Conference center',
  cosmetic_dentist: 'Cosmetic dentist',
  dance_school: 'Dance school',
  delicatessen: 'Deli',
  dental_clinic: 'Dental clinic',
  dental_hygienist: 'Dental hygienist',
  dentist: 'Dentist',
  driving_school: 'Driving school',
  dry_cleaner: 'Dry cleaner',
  electrician: 'Electrician',
  emergency_dental_service: 'Emergency dental service',
  event_venue: 'Event venue',
  florist: 'Florist',
  furniture_store: 'Furniture store',
  garden_center: 'Garden center',
  general_contractor: 'General contractor',
  gift_shop: 'Gift shop',
  grocery_store: 'Grocery store',
  gym: 'Gym',
  hair_salon: 'Hair salon',
  hardware_store: 'Hardware store',
  holiday_home: 'Holiday home',
  hotel: 'Hotel',
  house_cleaning_service: 'House cleaning service',
  ice_cream_shop: 'Ice cream shop',
  indian_restaurant: 'Indian restaurant',
  insurance_agency: 'Insurance agency',
  italian_restaurant: 'Italian restaurant',
  jewelry_store: 'Jewelry store',
  language_school: 'Language school',
  laundromat: 'Laundromat',
  laundry: 'Laundry',
  law_firm: 'Law firm',
  live_music_venue: 'Live music venue',
  locksmith: 'Locksmith',
  movie_theater: 'Movie theater',
  museum: 'Museum',
  music_school: 'Music school',
  nail_salon: 'Nail salon',
  optician: 'Optician',
  orthodontist: 'Orthodontist',
  painter: 'Painter',
  pastry_shop: 'Pastry shop',
  pediatric_dentist: 'Pediatric dentist',
  pet_groomer: 'Pet groomer',
  pet_store: 'Pet store',
  pharmacy: 'Pharmacy',
  photographer: 'Photographer',
  physical_therapist: 'Physical therapist',
  pizza_restaurant: 'Pizza restaurant',
  plumber: 'Plumber',
  pottery_classes: 'Pottery classes',
  pottery_store: 'Pottery store',
  preschool: 'Preschool',
  pub: 'Pub',
  real_estate_agency: 'Real estate agency',
  restaurant: 'Restaurant',
  roofing_contractor: 'Roofing contractor',
  sandwich_shop: 'Sandwich shop',
  shoe_store: 'Shoe store',
  spa: 'Spa',
  supermarket: 'Supermarket',
  tailor: 'Tailor',
  teeth_whitening_service: 'Teeth whitening service',
  toy_store: 'Toy store',
  travel_agency: 'Travel agency',
  used_bicycle_shop: 'Used bicycle shop',
  used_book_store: 'Used book store',
  vegetarian_restaurant: 'Vegetarian restaurant',
  veterinarian: 'Veterinarian',
  wedding_bakery: 'Wedding bakery',
  wedding_venue: 'Wedding venue',
  wine_store: 'Wine store',
  yoga_studio: 'Yoga studio',
} as const;

export type CategoryKey = keyof typeof NAMES;

/** Every category of the sample data, by name. */
export const SAMPLE_CATEGORIES: readonly Category[] = frozen(
  Object.entries(NAMES).map(([key, name]) => ({
    id: `gcid:${key}`,
    name,
  })),
);

const BY_ID = new Map(SAMPLE_CATEGORIES.map((category) => [category.id, category]));

/** A category by its id, or undefined when the catalogue does not have it. */
export function findCategory(id: string): Category | undefined {
  return BY_ID.get(id);
}

/** A category by its key, which the compiler checks. */
export function category(key: CategoryKey): Category {
  return { id: `gcid:${key}`, name: NAMES[key] };
}

/** Categories whose name contains the words, at most `MAX_CATEGORIES`, best match first. */
export function searchSampleCategories(search: string): Category[] {
  return bestMatches(SAMPLE_CATEGORIES, search, MAX_CATEGORIES);
}
