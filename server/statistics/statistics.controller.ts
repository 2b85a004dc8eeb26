import { applyDecorators, Controller, Get, Query, StreamableFile, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { CurrentOwner, type RequestOwner } from '../people/current-owner.js';
import { ApiErrors } from '../errors/api-errors.js';
import { WorkspaceInQuery } from '../people/workspace-name.js';
import { OneDownload } from '../security/one-download.js';
import { csvFile } from '../security/streamed-file.js';
import { eventRows, rankingRows, seriesRows, wordRows } from './statistics-csv.js';
import { StatisticsEventListDto, KeywordListDto, RankingDto, StatisticsDto } from './statistics.dto.js';
import {
  StatisticsRangeDto,
  KeywordQueryDto,
  RankingQueryDto,
  StatisticsQueryDto,
} from './statistics-query.dto.js';
import { StatisticsService } from './statistics.service.js';

const ERRORS = ['not_found', 'connect/not-connected'] as const;

/** Answered as JSON, or with `format=csv` as a table. */
function Tabular(dto: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(dto),
    ApiOkResponse({
      description: '',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(dto) } },
        'text/csv': { schema: { type: 'string' } },
      },
    }),
    ApiErrors(...ERRORS),
    WorkspaceInQuery(),
  );
}

/** How often locations were seen and used at Google. Available while a Business Profile is connected. */
@ApiTags('Statistics')
@Controller('statistics')
export class StatisticsController {
  /** A ranking is read while it is sent; the other tables are read before. */
  private readonly rankings = new OneDownload();

  constructor(private readonly statistics: StatisticsService) {}

  /** Statistics over time, of one location, of some or of all. */
  @Get()
  @Tabular(StatisticsDto)
  async getStatistics(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: StatisticsQueryDto,
  ): Promise<StatisticsDto | StreamableFile> {
    const answer = await this.statistics.overTime(workspaceId, query);
    return query.format ? csvFile('shingle-statistics.csv', seriesRows(answer)) : answer;
  }

  /** The workspace’s own locations, compared with each other. */
  @Get('locations')
  @Tabular(RankingDto)
  async rankLocations(
    @CurrentOwner() { workspaceId, actor }: RequestOwner,
    @Query() query: RankingQueryDto,
  ): Promise<RankingDto | StreamableFile> {
    if (!query.format) return this.statistics.ranking(workspaceId, query);
    return this.rankings.of(actor, async () =>
      csvFile('shingle-locations.csv', rankingRows(await this.statistics.rankingTable(workspaceId, query))),
    );
  }

  /** What people searched for when they found the locations, by month. */
  @Get('keywords')
  @Tabular(KeywordListDto)
  async listKeywords(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: KeywordQueryDto,
  ): Promise<KeywordListDto | StreamableFile> {
    const answer = await this.statistics.words(workspaceId, query);
    return query.format ? csvFile('shingle-search-words.csv', wordRows(answer)) : answer;
  }

  /** What was done at the locations, by day. No claim is made that it moved the statistics. */
  @Get('timeline')
  @Tabular(StatisticsEventListDto)
  async listEvents(
    @CurrentOwner() { workspaceId }: RequestOwner,
    @Query() query: StatisticsRangeDto,
  ): Promise<StatisticsEventListDto | StreamableFile> {
    const answer = await this.statistics.timeline(workspaceId, query);
    return query.format ? csvFile('shingle-time-line.csv', eventRows(answer)) : answer;
  }
}
