import { NestFactory } from '@nestjs/core';
import { writeFileSync } from 'node:fs';
import { buildDocument } from './app.document.js';
import { AppModule } from './app.module.js';
import { Env } from './config/env.js';
import type { Database } from './database/database.js';

/** Writes the OpenAPI document without starting anything: `node dist/server/openapi.js [file]`. */
const file = process.argv[2] ?? 'client/api/openapi.json';
// Preview mode builds no provider, so the database is never touched.
const app = await NestFactory.create(AppModule.forRoot(new Env(), {} as Database), {
  preview: true,
  logger: ['error'],
  abortOnError: false,
});
app.setGlobalPrefix('api');
writeFileSync(file, `${JSON.stringify(buildDocument(app), null, 2)}\n`);
