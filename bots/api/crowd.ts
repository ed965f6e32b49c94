import { request } from 'node:http';

// node bots/api/crowd.ts URL TOKEN COUNT: asks COUNT questions at once, each on its own connection. A separate process, so
// that the measured server does not also hold the clients. Prints { statuses, broken } as one line of JSON.
const [url = '', token = '', count = '0'] = process.argv.slice(2);

/** Sends one request. Resolves with its HTTP status, or with the system error code if the connection broke. */
const ask = () =>
  new Promise<number | string>((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(`${url}/api/v1/ask/stream`, { method: 'POST', headers, agent: false }, (response) => {
      response.on('error', failed);
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('error', failed);
    sent.end(JSON.stringify({ question: 'What is the hotel limit?' }));
  });

const statuses: Record<string, number> = {};
const broken: Record<string, number> = {};
for (const outcome of await Promise.all(Array.from({ length: Number(count) }, ask))) {
  const counts = typeof outcome === 'number' ? statuses : broken;
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}
console.log(JSON.stringify({ statuses, broken }));
