import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { type Knobs, knobsSchema } from '../simulator/reader/knobs.ts';
import { startSimulatedModel } from '../simulator/server/server.ts';
import { writeWorld } from '../simulator/world/write-world.ts';

/** A simulated world: `--world seed=7,size=2000`. */
export interface WorldRequest {
  seed: number;
  /** Passages. */
  size: number;
  /** 1 hands the world's triples to ingest too, as a model that read every page would. */
  triples?: number;
  /** 1 adds old copies of pages, and asks hard questions more often. */
  hard?: number;
  /** 1 asks as people do in a chat, with words around the question. */
  natural?: number;
}

/** A world that is written out and a model that answers about it. */
export interface WorldRun {
  questions: string;
  corpus: string[];
  /** The settings with the simulated model in place of any other. */
  settings: Settings;
  /** What the model was told to do, for the record. */
  simulator: Record<string, unknown>;
  close(): Promise<void>;
}

/**
 * Writes a world's pages and questions into the run's folder (unless they are there) and starts the simulated model.
 * @param count questions
 * @param knobs what the model is to do badly, by the names of `parley simulate`
 * @throws BAD_USAGE for a world without seed or size, or an unknown knob
 */
export const openWorldRun = async (
  world: WorldRequest,
  {
    folder,
    count,
    knobs: given = {},
    settings,
  }: { folder: string; count: number; knobs?: Record<string, number>; settings: Settings },
): Promise<WorldRun> => {
  const knobs = readKnobs(given);
  const { seed, size } = world;
  if (!Number.isInteger(seed) || !Number.isInteger(size) || size < 1) {
    throw new ParleyError('BAD_USAGE', {
      message: 'A world needs a seed and a size, both whole numbers.',
      remedy: 'Write it as --world seed=7,size=2000.',
    });
  }
  const place = join(folder, 'world');
  const mark = join(place, 'world.json');
  const kinds = { ...(world.hard && { hard: true }), ...(world.natural && { natural: true }) };
  const meant = JSON.stringify({ seed, size, count, ...kinds });
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== meant) {
    await writeWorld(place, { seed, size, count, ...kinds });
    writeFileSync(mark, meant);
  }
  const model = await startSimulatedModel({ seed, knobs, world: { seed, size } });
  return {
    questions: join(place, 'questions.jsonl'),
    corpus: [join(place, 'corpus.jsonl'), ...(world.triples ? [join(place, 'triples.jsonl')] : [])],
    settings: {
      ...settings,
      PARLEY_MODEL: 'openai:simulated',
      PARLEY_FAST_MODEL: undefined,
      PARLEY_MODEL_BASE_URL: model.url,
      PARLEY_MODEL_API_KEY: 'simulated',
    },
    simulator: { seed, size, ...(world.triples && { triples: true }), ...kinds, knobs: knobsSchema.parse(knobs) },
    close: () => model.close(),
  };
};

const readKnobs = (given: Record<string, number>): Partial<Knobs> => {
  const known = Object.keys(knobsSchema.shape);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new ParleyError('BAD_USAGE', {
      message: `The simulated model has no knob ${unknown.join(', ')}.`,
      remedy: `--simulator takes ${known.map((name) => `${name}=N`).join(', ')}.`,
    });
  }
  const parsed = knobsSchema.partial().safeParse(given);
  if (parsed.success) return given as Partial<Knobs>;
  const [issue] = parsed.error.issues;
  throw new ParleyError('BAD_USAGE', {
    message: `--simulator ${issue?.path.join('.')}: ${issue?.message}.`,
    remedy: 'Shares lie between 0 and 1; the rest are numbers from 0 up.',
  });
};
