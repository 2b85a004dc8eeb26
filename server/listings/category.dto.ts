import { ApiProperty } from '@nestjs/swagger';
import type { Category } from '../business-profile/business-profile-provider.js';
import { MAX_CATEGORIES } from '../business-profile/category-matches.js';
import { QueryText } from '../security/field-rules.js';

export class CategoryDto implements Category {
  /** @example 'gcid:bakery' */
  id!: string;

  /** @example 'Bakery' */
  name!: string;
}

export class CategoryListDto {
  @ApiProperty({ maxItems: MAX_CATEGORIES })
  items!: CategoryDto[];
}

export class CategoryQueryDto {
  /**
   * Part of a category's name.
   * @example 'bak'
   */
  @QueryText('Search')
  search?: string;
}
