import { Injectable } from '@nestjs/common';
import type { MadeSetDto } from '../changes/change.dto.js';
import { AppError } from '../errors/app-error.js';
import type { RequestOwner } from '../people/current-owner.js';
import type {
  BulkEditDto,
  BulkEditListDto,
  BulkRowListDto,
  BulkRowQueryDto,
  ConfirmBulkEditDto,
  NewBulkEditDto,
  UpdateBulkEditDto,
} from './bulk-edit.dto.js';

/** Bulk edits, which are switched off until their preview is there. */
@Injectable()
export class BulkEditsService {
  list(_workspaceId: string): Promise<BulkEditListDto> {
    return Promise.resolve({ isOn: false, items: [] });
  }
  create(_by: RequestOwner, _body: NewBulkEditDto): Promise<BulkEditDto> {
    return refused();
  }
  get(_workspaceId: string, _id: string): Promise<BulkEditDto> {
    return refused();
  }
  update(_workspaceId: string, _id: string, _body: UpdateBulkEditDto): Promise<BulkEditDto> {
    return refused();
  }
  delete(_workspaceId: string, _id: string): Promise<void> {
    return refused();
  }
  rows(_workspaceId: string, _id: string, _query: BulkRowQueryDto): Promise<BulkRowListDto> {
    return refused();
  }
  validate(_workspaceId: string, _id: string): Promise<BulkEditDto> {
    return refused();
  }
  confirm(
    _by: RequestOwner,
    _id: string,
    _body: ConfirmBulkEditDto,
    _key: string | undefined,
  ): Promise<MadeSetDto> {
    return refused();
  }
}

function refused(): Promise<never> {
  return Promise.reject(AppError.of('bulk_edits_off'));
}
