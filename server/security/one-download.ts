import type { StreamableFile } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';

const RETRY_SECONDS = 60;

/** Sends one file of a kind at a time to a person, in this process: it is read from the database until it has arrived. */
export class OneDownload {
  /** Whose file is being sent. */
  private readonly people = new Set<string>();

  /** @param refusal what a second one is answered, in place of the table's sentence */
  constructor(private readonly refusal?: string) {}

  /** Errors: `too_many_requests` until the last one of that person has ended, also by leaving; those of `begin`. */
  async of(actor: string, begin: () => Promise<StreamableFile>): Promise<StreamableFile> {
    if (this.people.has(actor)) throw AppError.until('too_many_requests', RETRY_SECONDS, this.refusal);
    this.people.add(actor);
    try {
      const file = await begin();
      file.getStream().once('close', () => this.people.delete(actor));
      return file;
    } catch (error) {
      this.people.delete(actor);
      throw error;
    }
  }
}
