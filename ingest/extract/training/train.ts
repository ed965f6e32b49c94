/**
 * Trains the block classifier: `npm run train-extractor [PAGES]`.
 *
 * PAGES is WCXB's development split (default: `data/pages/wcxb-dev` of the shared folder). Needs python3 with venv; LightGBM
 * comes from PyPI into a folder of its own. Writes `main-text/model.generated.json`, with the data's hash and attribution, and
 * prints figures on pages whose host the judging model never saw.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedFolder } from '../../../core/shared-data.ts';
import { createTrees, type TreeModel } from '../main-text/trees.ts';
import { corpusHash, readWcxb } from './corpus.ts';
import { dumpTraining } from './dump.ts';
import { scoreFolds } from './score-folds.ts';

/** Pinned, so that the same data gives the same model. */
const LIGHTGBM = 'lightgbm==4.7.0';
const ATTRIBUTION =
  'Trained on Murrough Foley, WCXB 2026 (development split), CC-BY-4.0; the pages themselves are not part of the model.';

const folder = process.argv[2] ?? join(sharedFolder() ?? 'shared', 'data', 'pages', 'wcxb-dev');
if (!existsSync(folder)) {
  console.error(`There are no pages at ${folder}; give the folder of WCXB's development split.`);
  process.exit(2);
}

const environment = join(tmpdir(), 'parley-train-extractor');
if (!existsSync(join(environment, 'bin', 'python'))) {
  execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' });
  execFileSync(join(environment, 'bin', 'pip'), ['install', '--quiet', LIGHTGBM, 'numpy'], { stdio: 'inherit' });
}

const work = mkdtempSync(join(tmpdir(), 'parley-training-'));
try {
  const pages = readWcxb(folder);
  console.error(`Reading ${pages.length} pages…`);
  dumpTraining(pages, work);
  console.error('Training…');
  execFileSync(join(environment, 'bin', 'python'), [join(import.meta.dirname, 'train.py'), work], { stdio: 'inherit' });
  const { features } = JSON.parse(readFileSync(join(work, 'meta.json'), 'utf8')) as { features: string[] };
  const trees = JSON.parse(readFileSync(join(work, 'model.json'), 'utf8')) as Omit<TreeModel, 'features'>;
  const model = { attribution: ATTRIBUTION, pages: pages.length, dataHash: corpusHash(pages), features, ...trees };
  checkAgainstLightGbm(model);
  writeFileSync(join(import.meta.dirname, '..', 'main-text', 'model.generated.json'), `${JSON.stringify(model)}\n`);
  console.table(scoreFolds(pages, readFloats(join(work, 'folds.f32'))));
} finally {
  rmSync(work, { recursive: true });
}

/** The trees as written must give what LightGBM gives; thresholds lose digits on the way. */
function checkAgainstLightGbm(model: TreeModel): void {
  const matrix = readFloats(join(work, 'matrix.f32'));
  const predicted = readFloats(join(work, 'predicted.f32'));
  const evaluate = createTrees(model);
  let off = 0;
  for (let row = 0; row < predicted.length; row++) if (Math.abs(evaluate(matrix, row) - predicted[row]!) > 0.01) off++;
  if (off > predicted.length / 1000)
    throw new Error(`${off} of ${predicted.length} blocks are judged otherwise than by LightGBM.`);
}

function readFloats(file: string): Float32Array {
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
