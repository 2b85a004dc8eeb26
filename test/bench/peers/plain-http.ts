// The limit: Node's own HTTP server, which sends what it was given for every path and looks at nothing.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

interface Answer {
  headers: Record<string, string>;
  body: string;
}

const { PORT, ANSWERS = '' } = process.env;
const answers = JSON.parse(readFileSync(ANSWERS, 'utf8')) as Record<string, Answer>;
const byPath = new Map(
  Object.entries(answers).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body) }]),
);

createServer({ keepAliveTimeout: 65_000 }, ({ url = '/' }, response) => {
  const answer = byPath.get(url);
  response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
}).listen(Number(PORT), '127.0.0.1');
