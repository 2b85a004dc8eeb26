import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { readFileSync } from 'node:fs';
import {
  type ApiDocument,
  type DocumentedAnswer,
  type DocumentedOperation,
  operationsIn,
  pointerTo,
} from './api-document.ts';

/** A request that was answered, and the answer. */
export interface Exchange {
  method: string;
  /** As it was sent: the path, with its query if it has one. */
  target: string;
  status: number;
  headers: Partial<Record<string, string | string[]>>;
  /** The body as text; undefined: it was not read. */
  text: string | undefined;
}

/** What describes the API is no part of it, nor is what the embedded start adds for one machine. */
const NO_PART = /^\/api\/(openapi\.json|docs|practice|demo)(\/|$)/i;
/** It leads nowhere: the client has the answer. */
const NOT_MODIFIED = 304;
const JSON_TYPE = /^application\/json(;|$)/;

/** Compares answers with an OpenAPI document, as strictly as it is written. */
export class DocumentedAnswers {
  private readonly document: ApiDocument;
  private readonly operations: (DocumentedOperation & { matches: RegExp })[];
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });

  constructor(document: ApiDocument) {
    this.document = document;
    this.ajv.addSchema(document, 'document');
    this.operations = operationsIn(document)
      .map((operation) => ({ ...operation, matches: patternOf(operation.path) }))
      // As the router: a fixed path goes before one with a parameter.
      .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')));
  }

  /** In what an answer of the API differs from the document: a sentence for each difference. */
  faultsOf(exchange: Exchange): string[] {
    const path = exchange.target.split('?', 1)[0] ?? '';
    if (!/^\/api(\/|$)/i.test(path) || NO_PART.test(path)) return [];
    const method = exchange.method.toLowerCase();
    const operation = this.operations.find(
      (each) => each.method === (method === 'head' ? 'get' : method) && each.matches.test(path),
    );
    const faults = operation ? this.faultsOfOperation(operation, exchange) : this.faultsOfRefusal(exchange);
    const name = operation ? `${operation.id} (${exchange.method} ${operation.path})` : exchange.target;
    return faults.map((fault) => `${name} answers ${exchange.status}: ${fault}`);
  }

  private faultsOfOperation(operation: DocumentedOperation, exchange: Exchange): string[] {
    const answer = operation.answers.get(exchange.status);
    if (!answer) return ['the status is not documented'];
    if (exchange.method === 'HEAD') return [];
    // The short note that HTTP wants for those who are not led on (RFC 9110, 15.4).
    if (exchange.status >= 300 && exchange.status < 400 && exchange.status !== NOT_MODIFIED)
      return exchange.headers.location === undefined ? ['there is no Location'] : [];
    if (isDocumentedFile(answer, exchange)) return [];
    if (answer.schemaAt === undefined) return exchange.text ? ['no body is documented'] : [];
    const faults = this.faultsOfBody(answer.schemaAt, exchange);
    return faults.length > 0 || exchange.status < 400
      ? faults
      : this.faultsOfCode(answer.description, exchange);
  }

  /** What no operation describes is refused, and the description of the API says with which codes. */
  private faultsOfRefusal(exchange: Exchange): string[] {
    if (exchange.method === 'HEAD') return [];
    const faults = this.faultsOfBody(pointerTo(['components', 'schemas', 'ErrorDto']), exchange);
    return faults.length > 0 ? faults : this.faultsOfCode(this.document.info.description, exchange);
  }

  /** Descriptions name the codes of errors; of Firebase's own ones only that there are some. */
  private faultsOfCode(words: string, { status, text }: Exchange): string[] {
    if (text === undefined) return [];
    const { code, statusCode } = JSON.parse(text) as { code: string; statusCode: number };
    if (statusCode !== status) return [`/statusCode is ${statusCode}`];
    const isNamed = words.includes(`\`${code}\``) || (/^auth\//.test(code) && words.includes('`auth/…`'));
    return isNamed ? [] : [`the code ${code} is not documented`];
  }

  private faultsOfBody(schemaAt: string, { headers, text }: Exchange): string[] {
    const type = headers['content-type'];
    if (!JSON_TYPE.test(String(type))) return [`the content type ${String(type)} is not documented`];
    if (text === undefined) return [];
    const validate = this.ajv.getSchema(`document#/${schemaAt}`);
    if (!validate) throw new Error(`The document has no schema at ${schemaAt}.`);
    return validate(parsed(text)) ? [] : (validate.errors ?? []).map(inWords);
  }
}

/** Whether an answer is a file of another type than JSON, as the document says. */
function isDocumentedFile({ types }: DocumentedAnswer, { headers }: Exchange): boolean {
  const type = String(headers['content-type']).split(';', 1)[0] ?? '';
  return type !== 'application/json' && types.includes(type);
}

/** Undefined, which no schema allows, for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Capitals and a slash at the end make no difference to the router. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params as Record<string, unknown>;
  const which = additionalProperty ?? allowedValues;
  return `${instancePath || '/'} ${message}${which === undefined ? '' : ` (${JSON.stringify(which)})`}`;
}

let committed: DocumentedAnswers | undefined;

/**
 * Throws a sentence for each difference between an answer and the committed document, which `npm run build` writes.
 * Answers of anything but the API are not looked at.
 */
export function expectDocumented(exchange: Exchange): void {
  committed ??= new DocumentedAnswers(
    JSON.parse(
      readFileSync(new URL('../../../client/api/openapi.json', import.meta.url), 'utf8'),
    ) as ApiDocument,
  );
  const faults = committed.faultsOf(exchange);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
