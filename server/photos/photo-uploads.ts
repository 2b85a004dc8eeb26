import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';
import { PeopleInTurns } from '../jobs/people-in-turns.js';
import { PhotoBodies } from './photo-bodies.js';
import type { CleanPhoto } from './photo-cleaning.js';
import { PhotoDecoder } from './photo-decoder.js';

/** How many whole photos wait in memory, of up to 5 MB each, and how many of them of one person. */
const MAX_WAITING = 16;
const MAX_OF_PERSON = 2;
const RETRY_SECONDS = 5;

/** A photo that waits for the decoder. */
interface Decoding {
  owner: string;
  giveUp: AbortController;
}

/**
 * Takes photos in. One at a time is decoded for a server, since that may take 290 MB, and people take turns. A photo has its
 * place once its body is whole.
 */
@Injectable()
export class PhotoUploads {
  private readonly bodies = new PhotoBodies();
  private readonly waiting: Decoding[] = [];
  private readonly turns = new PeopleInTurns();

  constructor(private readonly decoder: PhotoDecoder) {}

  /**
   * Reads the body of a request and cleans the photo in it. Errors: those of `PhotoBodies.read` and of
   * `PhotoDecoder.clean`, `too_many_requests`.
   * @param actor the person who sends it
   */
  async take(actor: string, request: Request): Promise<CleanPhoto> {
    const given = await this.bodies.read(actor, request);
    return this.inTurn(actor, () => this.decoder.clean(given));
  }

  /** As `previewOf`, when it is this workspace's turn. Errors: `too_many_requests`, `unavailable`. */
  preview(workspaceId: string, stored: Buffer): Promise<Buffer | undefined> {
    return this.inTurn(workspaceId, () => this.decoder.preview(stored));
  }

  private async inTurn<Result>(owner: string, decode: () => Promise<Result>): Promise<Result> {
    this.makeRoom(owner);
    const decoding = { owner, giveUp: new AbortController() };
    this.waiting.push(decoding);
    const begin = () => {
      this.waiting.splice(this.waiting.indexOf(decoding), 1);
      return decode();
    };
    return this.turns.run(owner, begin, decoding.giveUp.signal);
  }

  /**
   * Makes room for one more photo of a person. Where all places are taken, the one who has most gives one up, so that it
   * takes as many people as there are places to keep somebody out. Errors: `too_many_requests`.
   */
  private makeRoom(owner: string): void {
    const countOf = (person: string) => this.waiting.filter((one) => one.owner === person).length;
    if (countOf(owner) >= MAX_OF_PERSON) throw tooMany();
    if (this.waiting.length < MAX_WAITING) return;
    const [first] = this.waiting.toSorted((one, other) => countOf(other.owner) - countOf(one.owner));
    const last = this.waiting.findLast((one) => one.owner === first?.owner);
    if (!last || countOf(last.owner) <= countOf(owner) + 1) throw tooMany();
    this.waiting.splice(this.waiting.indexOf(last), 1);
    last.giveUp.abort(tooMany());
  }
}

function tooMany(): AppError {
  return AppError.until('too_many_requests', RETRY_SECONDS);
}
