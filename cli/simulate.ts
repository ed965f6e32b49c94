import { type Command, InvalidArgumentError } from 'commander';
import type { Knobs } from '../evals/simulator/reader/knobs.ts';
import { positiveInteger } from './options.ts';
import { print, printJson } from './output.ts';

interface Flags extends Partial<Record<keyof Knobs, number>> {
  port: number;
  host: string;
  seed: number;
  size: number;
  revision: number;
  questions: number;
  write?: string;
  json?: boolean;
}

/** The simulated model's weaknesses with their descriptions for `--help`. */
const knobs: Record<keyof Knobs, string> = {
  memory: 'share of the facts that it knows by itself (0.15)',
  hallucination: 'how often it invents an answer where the prompt holds none (0.05)',
  misreadings: 'share of the invented answers that it reads off a neighbouring fact, and cites (0)',
  attention: 'chance to overlook a fact in the middle of a long prompt (0.1)',
  planErrors: 'how often a plan drops a step or asks for the wrong thing (0.03)',
  sloppySteps: 'chance to lose a further fact when one call needs several (0.08)',
  malformed: 'how often a structured answer is cut off or wrapped in words (0.01)',
  refusals: 'how often it declines (0)',
  injection: 'how often it obeys an instruction found in a source (0.02)',
  latency: 'milliseconds before the first token (0)',
  tokenLatency: 'milliseconds for each token (0)',
  rateLimits: 'share of prompts whose first attempt meets HTTP 429 (0)',
  retryAfter: 'seconds that a 429 asks to wait (1)',
  outages: 'share of prompts whose first attempt meets HTTP 503 (0)',
  cutStreams: 'share of prompts whose first attempt breaks off (0)',
  failures: 'how many attempts at one prompt fail before one succeeds (1)',
};

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const number = (value: string): number => {
  const parsed = Number(value);
  if (value.trim() === '' || !(parsed >= 0)) throw new InvalidArgumentError('It takes a number of 0 or more');
  return parsed;
};

export const register = (program: Command): void => {
  const command = program
    .command('simulate')
    .description('Serves a simulated model over the OpenAI API, or writes the invented world that it reads.')
    .option('--port <n>', 'where to listen; 0 takes a free port', number, 8089)
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    .option('--seed <n>', 'which world, and which draws', number, 7)
    .option('--size <n>', 'passages of the world', positiveInteger, 2000)
    .option('--revision <n>', '0 as first written; from 1 on, pages have changed, gone and come', number, 0)
    .option('--write <dir>', 'writes corpus.jsonl, questions.jsonl and triples.jsonl there, and ends')
    .option('--questions <n>', 'questions to write', positiveInteger, 300)
    .option('--json', 'prints what was written, or where it serves, as JSON');
  for (const [name, about] of Object.entries(knobs)) command.option(`--${dashed(name)} <n>`, about, number);
  command.action(simulate);
};

const simulate = async ({
  port,
  host,
  seed,
  size,
  revision,
  questions,
  write,
  json,
  ...given
}: Flags): Promise<void> => {
  const [{ knobsSchema }, { startSimulatedModel }, { writeWorld }] = await Promise.all([
    import('../evals/simulator/reader/knobs.ts'),
    import('../evals/simulator/server/server.ts'),
    import('../evals/simulator/world/write-world.ts'),
  ]);
  const world = { seed, size, revision };
  if (write) {
    const written = await writeWorld(write, { ...world, count: questions });
    if (json) printJson(written);
    else print(...Object.values(written).map(({ file, rows }) => `${file}: ${rows} rows`));
    return;
  }
  const parsed = knobsSchema.safeParse(given);
  if (!parsed.success) {
    const { ParleyError } = await import('../core/errors.ts');
    const [issue] = parsed.error.issues;
    throw new ParleyError('BAD_USAGE', {
      message: `--${dashed(String(issue?.path[0]))} is wrong: ${issue?.message}.`,
      remedy: 'Shares are numbers from 0 to 1.',
    });
  }
  const model = await startSimulatedModel({ port, host, seed, world, knobs: parsed.data });
  if (json) printJson({ url: model.url, world, knobs: parsed.data });
  else
    print(
      `A simulated model answers at ${model.url}`,
      'PARLEY_MODEL=openai:simulated',
      `PARLEY_MODEL_BASE_URL=${model.url}`,
    );
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await model.close();
};
