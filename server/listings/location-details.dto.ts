import { ApiProperty } from '@nestjs/swagger';
import {
  type LocationAttribute,
  type LocationDetails,
  type MoreHoursType,
  type Service,
  SERVICE_AREA_KINDS,
  type ServiceArea,
} from '../business-profile/port/location.js';
import { LocationDto } from './location.dto.js';
import { MoreHoursDto, SpecialHoursDto } from './location-hours.dto.js';

export class CoordinatesDto {
  /** @example 53.0166 */
  latitude!: number;

  /** @example -1.7319 */
  longitude!: number;
}

export class ServiceAreaDto implements ServiceArea {
  /** Whether customers are served at the business too; null where Google does not say. */
  businessType!: (typeof SERVICE_AREA_KINDS)[number] | null;

  /** @example 'GB' */
  regionCode!: string | null;

  /** @example ['Derby, UK', 'Ashbourne, UK'] */
  places!: string[];
}

export class ServiceDto implements Service {
  /** @example 'Bicycle repair' */
  name!: string;
  description!: string | null;

  /** @example '£25.00' */
  price!: string | null;
}

/** A location with everything that Google has of it. */
export class LocationDetailsDto extends LocationDto implements LocationDetails {
  description!: string | null;

  /** By date and time, past days included. Null: none. */
  specialHours!: SpecialHoursDto | null;
  moreHours!: MoreHoursDto[];

  /** Whether a closed business can be marked as open again; null where Google does not say. */
  canReopen!: boolean | null;

  /**
   * Without the day where Google has none.
   * @example '2019-05-04'
   */
  openingDate!: string | null;
  additionalPhones!: string[];

  /** For the owner alone; the public does not see them. */
  labels!: string[];

  /** @example 'en' */
  languageCode!: string | null;
  coordinates!: CoordinatesDto | null;

  /** Null for a business that does not visit its customers. */
  serviceArea!: ServiceAreaDto | null;
  services!: ServiceDto[];
  canEditServices!: boolean;

  /** Where customers write a review. */
  newReviewUrl!: string | null;

  /** Whether Google takes it for the same business as another location. */
  isDuplicate!: boolean;

  /** Stands for what is shown here: give it back as `basedOn` of a change. */
  basis!: string;

  /** When it was last read from Google, at the latest with its last save, ISO 8601; null for sample data. */
  @ApiProperty({ format: 'date-time' })
  readAt!: string | null;
}

export class LocationAttributeDto implements LocationAttribute {
  /** @example 'has_wheelchair_accessible_entrance' */
  id!: string;

  /** @example 'Wheelchair-accessible entrance' */
  name!: string;

  /** @example 'Accessibility' */
  group!: string;

  /** @example ['Yes'] */
  values!: string[];
}

export class LocationAttributeListDto {
  items!: LocationAttributeDto[];
}

export class MoreHoursTypeDto implements MoreHoursType {
  /** @example 'DELIVERY' */
  id!: string;

  /** @example 'Delivery' */
  name!: string;
}

export class MoreHoursTypeListDto {
  items!: MoreHoursTypeDto[];
}
