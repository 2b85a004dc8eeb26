import { Module } from '@nestjs/common';
import { PhotoAddresses } from './photo-addresses.js';
import { PhotoConversion } from './photo-conversion.js';
import { PhotoDecoder } from './photo-decoder.js';
import { PhotosController } from './photos.controller.js';
import { PhotosRepository } from './photos.repository.js';
import { PhotosService } from './photos.service.js';
import { PhotoUploads } from './photo-uploads.js';

/** The photos of posts: taken in, cleaned, stored, and served as long as Google needs them. */
@Module({
  controllers: [PhotosController],
  providers: [PhotosService, PhotosRepository, PhotoAddresses, PhotoUploads, PhotoDecoder, PhotoConversion],
  exports: [PhotosService, PhotosRepository, PhotoAddresses],
})
export class PhotosModule {}
