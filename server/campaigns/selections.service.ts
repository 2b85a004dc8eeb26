import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';
import type {
  ChosenLocationsDto,
  ChosenQueryDto,
  LabelDto,
  NewSelectionDto,
  SelectionDto,
  UpdateSelectionDto,
} from './selection.dto.js';

/** Chosen locations, kept under a name or gathered in parts. */
@Injectable()
export class SelectionsService {
  async list(_uid: string): Promise<SelectionDto[]> {
    throw AppError.of('unavailable');
  }

  async labels(_uid: string): Promise<LabelDto[]> {
    throw AppError.of('unavailable');
  }

  async matches(_uid: string, _query: ChosenQueryDto): Promise<ChosenLocationsDto> {
    throw AppError.of('unavailable');
  }

  async add(_uid: string, _selection: NewSelectionDto): Promise<SelectionDto> {
    throw AppError.of('unavailable');
  }

  async update(_uid: string, _id: string, _change: UpdateSelectionDto): Promise<SelectionDto> {
    throw AppError.of('unavailable');
  }

  async delete(_uid: string, _id: string): Promise<void> {
    throw AppError.of('unavailable');
  }
}
