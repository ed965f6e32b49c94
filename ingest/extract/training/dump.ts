import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../decode.ts';
import { groupLevels } from '../main-text/features/around.ts';
import { FEATURE_NAMES, pageFeatures } from '../main-text/features/index.ts';
import { FAR, type PageView } from '../main-text/view.ts';
import { readPage } from '../read-page.ts';
import type { GoldPage } from './corpus.ts';
import { labelBlocks, tokens } from './labels.ts';

/** LightGBM's settings (docs/reading.md, step 8). */
const PARAMS = {
  objective: 'binary',
  learning_rate: 0.06,
  num_leaves: 24,
  min_data_in_leaf: 60,
  feature_fraction: 0.2,
  bagging_fraction: 0.8,
  bagging_freq: 1,
  lambda_l2: 5,
  deterministic: true,
  force_row_wise: true,
  num_threads: 1,
  verbose: -1,
};
const ROUNDS = 150;
/** Seeds of the models to average. A second model changed no figure beyond noise (.004) and doubled the file. */
const SEEDS = [7];
const FOLDS = 5;
/** Weight of a block's copy without names, relative to the block. */
const BLIND = 0.3;
/** Weight of a page that is not an article, relative to an article, and weight of a block without words. */
const OTHER_TYPE = 0.35;
const WORDLESS = 0.2;

/** Writes features, labels, weights and folds for train.py. Returns the views in the order of the pages. */
export const dumpTraining = (pages: readonly GoldPage[], folder: string): PageView[] => {
  mkdirSync(folder, { recursive: true });
  const views: PageView[] = [];
  const matrices: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const pageOf: number[] = [];
  for (const [p, page] of pages.entries()) {
    const { view } = readPage(decode(page.bytes), page.url);
    views.push(view);
    matrices.push(pageFeatures(view));
    const own = labelBlocks(
      view.blocks.map((block) => block.text),
      page.mainContent,
    );
    const raw = view.blocks.map(
      (block) => Math.sqrt(Math.min(600, block.text.length)) * (tokens(block.text).length === 0 ? WORDLESS : 1),
    );
    const sum = raw.reduce((a, b) => a + b, 0);
    const scale = (page.pageType === 'article' ? 1 : OTHER_TYPE) * 200;
    for (const [i, weight] of raw.entries()) {
      labels.push(own[i]!);
      weights.push((weight / sum) * scale);
      pageOf.push(p);
    }
  }
  const bytes = Buffer.concat(
    matrices.map((matrix) => Buffer.from(matrix.buffer, matrix.byteOffset, matrix.byteLength)),
  );
  writeFileSync(join(folder, 'matrix.f32'), bytes);
  writeFileSync(
    join(folder, 'meta.json'),
    JSON.stringify({
      features: FEATURE_NAMES,
      params: PARAMS,
      rounds: ROUNDS,
      seeds: SEEDS,
      naming: groupLevels.names,
      far: FAR,
      blindWeight: BLIND,
      labels,
      weights,
      pages: pageOf,
      folds: foldsByHost(pages),
    }),
  );
  return views;
};

/** Assigns pages to folds of about the same size, with all pages of a host in one fold. */
const foldsByHost = (pages: readonly GoldPage[]): number[] => {
  const hosts = new Map<string, number>();
  const sizes = new Array<number>(FOLDS).fill(0);
  for (const page of pages) hosts.set(hostOf(page), (hosts.get(hostOf(page)) ?? 0) + 1);
  const fold = new Map<string, number>();
  for (const [host, count] of [...hosts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    const smallest = sizes.indexOf(Math.min(...sizes));
    fold.set(host, smallest);
    sizes[smallest]! += count;
  }
  return pages.map((page) => fold.get(hostOf(page))!);
};

const hostOf = ({ url, id }: GoldPage): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : id;
