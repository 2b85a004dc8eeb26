import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** What Nest tells of its own modules and routes at every start: of no use to an operator. */
const CHATTER = ['InstanceLoader', 'NestApplication', 'NestFactory', 'RouterExplorer', 'RoutesResolver'];

/** Where every `Logger` of Nest's leads: the log of this process, with the id of the request that a line belongs to. */
@Injectable()
export class AppLogger extends Logger {
  override log(message: unknown, ...parameters: unknown[]): void {
    if (!CHATTER.includes(String(parameters.at(-1)))) super.log(message, ...parameters);
  }
}
