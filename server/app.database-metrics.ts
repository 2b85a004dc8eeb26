import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { ConnectionsService } from './business-profile/connection/connections.service.js';
import { DayUpdates } from './business-profile/calls/day-updates.js';
import { GoogleQuota } from './business-profile/calls/quota.js';
import { CampaignDispatcher } from './campaigns/work/campaign-dispatcher.js';
import { ChangeDispatcher } from './changes/change-dispatcher.js';
import { SetPlanner } from './changes/set-planner.js';
import { Database } from './database/database.js';
import { AdviceChecker } from './advice/advice-checker.js';
import { LockPlanner } from './locks/lock-planner.js';
import { StatisticsDispatcher } from './statistics/reading/statistics-dispatcher.js';
import { untilAborted } from './jobs/bounded-wait.js';
import { IntervalTasks } from './jobs/interval-tasks.js';
import { Jobs } from './jobs/job-engine.js';
import { DeliveriesService } from './notices/delivery/deliveries.service.js';
import { PhotosRepository } from './photos/photos.repository.js';
import { countPosts } from './posts/post-counts.js';
import { ReplyLedger } from './reviews/sending/reply-ledger.js';
import { ReviewSchedule } from './reviews/reading/review-schedule.js';

/** A database that takes longer counts as not answering. */
const READ_WITHIN_MS = 3_000;
/** Counting loads the database, so the same values are served again within this time. */
const FRESH_MS = 5_000;

type Labels = Record<string, string>;

/** Measures what is in the database, which is the same for every process, and how this process reaches the database. */
@Injectable()
export class DatabaseMetrics {
  private gauges: ReturnType<DatabaseMetrics['make']> | undefined;
  private readAt = -Infinity;

  constructor(
    private readonly registry: Registry,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly intervalTasks: IntervalTasks,
    private readonly connections: ConnectionsService,
    private readonly quota: GoogleQuota,
    private readonly updates: DayUpdates,
    private readonly campaigns: CampaignDispatcher,
    private readonly changes: ChangeDispatcher,
    private readonly changeSets: SetPlanner,
    private readonly locks: LockPlanner,
    private readonly advice: AdviceChecker,
    private readonly deliveries: DeliveriesService,
    private readonly photos: PhotosRepository,
    private readonly replies: ReplyLedger,
    private readonly reviews: ReviewSchedule,
    private readonly statistics: StatisticsDispatcher,
  ) {}

  /** Adds the metrics to the registry. Call it once. */
  register(): void {
    this.gauges = this.make();
  }

  /** Updates the metrics. A value that cannot be read is left out instead of being served stale. */
  async refresh(): Promise<void> {
    if (!this.gauges || performance.now() - this.readAt < FRESH_MS) return;
    this.readAt = performance.now();
    const { up, ...counted } = this.gauges;
    try {
      const reading = Promise.all([
        countPosts(this.database.orm),
        this.jobs.count(),
        this.quota.left(),
        this.updates.left(),
        this.connections.countByState(),
        this.changes.countOpen(),
        this.changeSets.countOpen(),
        this.locks.countOpen(),
        this.advice.countFindings(),
        this.deliveries.countOpen(),
        this.photos.countAll(),
        this.campaigns.countAtWork(),
        this.replies.countOpen(),
        this.reviews.countByState(),
        this.statistics.count(),
      ]);
      const [
        posts,
        jobs,
        left,
        updates,
        connections,
        changes,
        changeSets,
        lockedFields,
        findings,
        deliveries,
        photos,
        campaigns,
        replies,
        reviews,
        statistics,
      ] = await untilAborted(reading, AbortSignal.timeout(READ_WITHIN_MS));
      fill(
        counted.posts,
        posts.map(({ count, detail, ...labels }) => [{ ...labels, detail: detail ?? '' }, count]),
      );
      fill(
        counted.jobs,
        jobs.flatMap(({ queue, ...states }) =>
          Object.entries(states).map(([state, count]) => [{ queue, state }, count] as const),
        ),
      );
      fill(
        counted.quota,
        left.map(({ service, tokens }) => [{ api: service }, tokens]),
      );
      fill(
        counted.updates,
        Object.entries(updates).map(([kind, count]) => [{ kind }, count]),
      );
      fill(
        counted.connections,
        connections.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.changes,
        changes.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.changeSets,
        changeSets.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.lockedFields,
        lockedFields.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.findings,
        findings.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.deliveries,
        deliveries.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.replies,
        replies.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.reviews,
        reviews.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.campaigns,
        campaigns.map(({ state, count }) => [{ state }, count]),
      );
      fill(
        counted.campaignsIdle,
        campaigns.map(({ state, idleSeconds }) => [{ state }, idleSeconds]),
      );
      counted.photos.set(photos.photos);
      counted.photoBytes.set(photos.bytes);
      counted.statistics.set(statistics.locations);
      counted.statisticsLate.set(statistics.late);
      up.set(1);
    } catch {
      for (const gauge of Object.values(counted)) gauge.reset();
      up.set(0);
    }
  }

  private make() {
    const { registry, database, intervalTasks } = this;
    const gauge = (name: string, help: string, labelNames: string[], collect?: (this: Gauge) => void) =>
      new Gauge({
        name: `shingle_${name}`,
        help,
        labelNames,
        registers: [registry],
        ...(collect && { collect }),
      });
    gauge(
      'database_connections',
      'Connections of this process, and calls that wait for one.',
      ['state'],
      function () {
        for (const [state, count] of Object.entries(database.pooled ?? {})) this.set({ state }, count);
      },
    );
    gauge('rounds_failing', 'Background tasks of this process whose last run failed.', [], function () {
      this.set(intervalTasks.failingTasks.length);
    });
    return {
      up: gauge('database_up', 'Whether the database answered in time.', []),
      posts: gauge('posts', 'Posts by status and reason, and whether their time has come.', [
        'status',
        'detail',
        'due',
      ]),
      jobs: gauge('jobs', 'Jobs by queue and state.', ['queue', 'state']),
      quota: gauge('google_quota_left', "Calls that Google's APIs allow at this moment, for all processes.", [
        'api',
      ]),
      updates: gauge(
        'google_updates_left',
        'Changes of locations that can still be sent within a day, for all processes: by a person, or queued.',
        ['kind'],
      ),
      connections: gauge('connections', 'Connected Business Profiles by state.', ['state']),
      campaigns: gauge(
        'campaigns_at_work',
        'Campaigns whose posts are made, changed or taken back, by state.',
        ['state'],
      ),
      campaignsIdle: gauge(
        'campaigns_idle_seconds',
        'How long ago the campaign at work that has waited longest made progress, by state.',
        ['state'],
      ),
      photos: gauge('photos', 'Stored photos of posts.', []),
      photoBytes: gauge('photo_bytes', 'Bytes of the stored photos of posts.', []),
      statistics: gauge('figures_locations', 'Locations whose figures are read each day.', []),
      statisticsLate: gauge(
        'figures_late',
        'Locations whose figures should have been read more than a day ago.',
        [],
      ),
      changes: gauge(
        'profile_saves_open',
        'Changes of profiles that wait or whose outcome is open, by state.',
        ['state'],
      ),
      changeSets: gauge(
        'change_sets_open',
        'Sets of changes to many locations that are not over, by whether all their locations are planned.',
        ['state'],
      ),
      lockedFields: gauge(
        'locked_fields',
        'Locked fields that are to be looked at, and those that wait for a person.',
        ['state'],
      ),
      findings: gauge('advice_findings', 'What rules found at locations, by state.', ['state']),
      replies: gauge('review_replies_open', 'Replies to reviews that are not over, by state.', ['state']),
      reviews: gauge('review_locations', 'Locations by how the reading of their reviews stands.', ['state']),
      deliveries: gauge(
        'notice_deliveries_open',
        'E-mails and webhook messages that have not ended, by state.',
        ['state'],
      ),
    };
  }
}

function fill(gauge: Gauge, samples: (readonly [Labels, number])[]): void {
  gauge.reset();
  for (const [labels, value] of samples) gauge.set(labels, value);
}
