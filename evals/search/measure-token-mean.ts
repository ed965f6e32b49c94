import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentRow } from '../../core/document.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedRows } from '../../core/shared-data.ts';
import { localEncoder } from '../../retrieval/encoder/local.ts';

// node evals/search/measure-token-mean.ts: the mean of a local model's token outputs over 300 passages of three corpora,
// written to retrieval/encoder/token-means.json. Needs PARLEY_EMBEDDINGS=local:… and the shared data folder.

const FILE = new URL('../../retrieval/encoder/token-means.json', import.meta.url);
const CORPORA = ['musique_train100_corpus', 'hotpotqa_train100_corpus', 'lihua_chats'];
const PASSAGES_EACH = 100;

const { PARLEY_EMBEDDINGS: name = '', PARLEY_MODELS, PARLEY_DATA } = readSettings();
const folder = PARLEY_MODELS ?? join(PARLEY_DATA, 'models');
const encoder = localEncoder(name, { folder, base: '', consent: false });
const texts = CORPORA.flatMap((corpus) => {
  const rows = sharedRows<DocumentRow>(corpus);
  // Spread over the corpus, because neighbours speak of the same.
  const step = Math.floor(rows.length / PASSAGES_EACH);
  return rows.filter((_, at) => at % step === 0).slice(0, PASSAGES_EACH);
}).map(({ title, text = '' }) => `${title}. ${text}`);
const mean = await encoder.tokenMean(texts);
if (!mean) throw new Error('The encoder gave no outputs.');
const means = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
means[name.slice(name.indexOf(':') + 1)] = Buffer.from(mean.buffer).toString('base64');
writeFileSync(FILE, `${JSON.stringify(means, null, 2)}\n`);
console.log(`${texts.length} passages, ${mean.length} dimensions: written`);
