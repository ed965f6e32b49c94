import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOSTED } from '../encoder/hosted-models.ts';
import { loadModel, relevanceOf, tokenOutputsOf } from '../encoder/local-model.ts';
import { findPackages } from '../encoder/local-packages.ts';
import { KNOWN_RERANKERS, knownReranker } from './known-rerankers.ts';
import { localReranker } from './local-reranker.ts';
import { openReranker } from './open-reranker.ts';

const TINY = fileURLToPath(new URL('./testing/tiny-cross-encoder', import.meta.url));
const packages = resolve(process.env.PARLEY_MODELS ?? '', 'packages');
const packagesFrom = findPackages(packages);
const why = packagesFrom
  ? ''
  : ' (skipped: onnxruntime-node and @huggingface/tokenizers are neither here nor in PARLEY_MODELS)';

const folder = mkdtempSync(join(tmpdir(), 'parley-reranker-'));
if (existsSync(packages)) symlinkSync(packages, join(folder, 'packages'));
cpSync(TINY, join(folder, 'tiny'), { recursive: true });

const place = { folder, base: 'http://127.0.0.1:9', consent: false };
const passages = (...texts: string[]) => texts.map((text) => ({ title: '', headings: [], text }));
const QUESTION = 'How long is parental leave?';

/** Reference tokens and scores from Python's tokenizers and onnxruntime (testing/make-cross-encoder.py). */
interface Expected {
  maxTokens: number;
  pairs: { question: string; passage: string; ids: number[]; types: number[]; logit: number }[];
}

describe('the table of cross-encoders', () => {
  it.each(Object.entries(KNOWN_RERANKERS))('has what %s needs', (name, known) => {
    expect(known.repository.split('/').at(-1)).toBe(name);
    expect(known.maxTokens).toBeGreaterThanOrEqual(512);
    expect(known.megabytes).toBeGreaterThan(10);
    expect(['MIT', 'Apache-2.0']).toContain(known.licence);
    expect(knownReranker(`local:${name}`)).toBe(known);
    // None was verified, and Parley downloads none: that would need checksums.
    expect(Object.keys(HOSTED)).not.toContain(name);
    expect([known.isVerified, known.sizeFrom]).toEqual([undefined, 'estimate']);
  });

  it.each(Object.keys(KNOWN_RERANKERS))('%s without its files says which, where to, and where from', async (name) => {
    const reranker = (await openReranker({ PARLEY_RERANKER: `local:${name}`, PARLEY_MODELS: folder }))!;
    await expect(reranker.score(QUESTION, passages('x'))).rejects.toMatchObject({
      code: 'RERANKER_UNAVAILABLE',
      message: expect.stringMatching(new RegExp(`^The reranker local:${name} lacks ${name}/onnx/model.onnx, .*in `)),
      remedy: expect.stringMatching(
        new RegExp(`${KNOWN_RERANKERS[name]!.repository} \\(about \\d+ MB, estimated, .*no checksum`),
      ),
      details: { calls: 0 },
    });
  });
});

describe.skipIf(!packagesFrom)(`a cross-encoder in this process${why}`, () => {
  it('reads pairs as the reference implementation does, cut from the passage’s end', async () => {
    const { maxTokens, pairs } = JSON.parse(readFileSync(join(TINY, 'expected.json'), 'utf8')) as Expected;
    const at = (...path: string[]) => join(TINY, ...path);
    const files = { tokenizer: at('tokenizer.json'), tokenizerConfig: at('tokenizer_config.json') };
    const model = await loadModel(
      { name: 'local:tiny', onnx: at('onnx', 'model.onnx'), ...files, packagesFrom: packagesFrom! },
      maxTokens,
    );
    const read = pairs.map(({ question, passage }) => model.tokensOfPair(question, passage));
    expect(read.map(({ ids, types }) => ({ ids, types }))).toEqual(pairs.map(({ ids, types }) => ({ ids, types })));
    // In one batch: padding and order must not change the scores.
    const logits = await model.run(read, relevanceOf);
    for (const [i, { logit }] of pairs.entries()) expect(logits[i]).toBeCloseTo(logit, 5);
    // A question as long as a page leaves half of the tokens to the passage.
    const long = model.tokensOfPair('key '.repeat(500), 'holiday '.repeat(500));
    expect(long.ids.length).toBe(maxTokens);
    expect(long.types.filter((type) => type === 1).length).toBeGreaterThanOrEqual(maxTokens / 2 - 2);
    // An empty passage still makes a pair.
    expect(model.tokensOfPair('key', '').types.at(-1)).toBe(1);
  });

  it('puts the passage first that answers, says what it read, and leaves a passage in no place of another', async () => {
    const reranker = localReranker('local:tiny', place);
    const texts = ['The cafeteria opens at eleven.', 'Parental leave is long.', ''];
    const { scores, read, cost } = await reranker.score(QUESTION, passages(...texts));
    expect(scores[1]).toBeCloseTo(1 / (1 + Math.exp(-(8 * (4 / 6) - 4))), 5);
    expect(scores[0]).toBeCloseTo(scores[2]!, 5);
    expect(scores[0]).toBeLessThan(0.1);
    // Each pair has 8 tokens of the question with special tokens, and the passage's tokens with the closing one.
    expect({ read, cost }).toEqual({ read: 3, cost: { calls: 1, tokens: 3 * 8 + 7 + 6 + 2 } });
    const many = Array.from({ length: 30 }, (_, at) => (at === 17 ? texts[1]! : texts[0]!));
    const ordered = await reranker.score(QUESTION, passages(...many));
    expect(ordered.scores.indexOf(Math.max(...ordered.scores.map((score) => score ?? 0)))).toBe(17);
  });

  it('comes to the search’s best alone where time is short; the others have no score', async () => {
    const { scores, read } = await localReranker('local:tiny', place, { enoughMs: 0 }).score(
      QUESTION,
      passages(...new Array<string>(30).fill('leave')),
    );
    expect(read).toBeLessThan(30);
    expect(scores.filter((score) => score !== undefined).length).toBe(read);
    expect(scores.slice(0, read).every((score) => score !== undefined)).toBe(true);
  });

  it('ends with the question that it was for, and serves the next one', async () => {
    const reranker = localReranker('local:tiny', place);
    const controller = new AbortController();
    const scoring = reranker.score(QUESTION, passages(...new Array<string>(30).fill('leave')), controller.signal);
    controller.abort();
    await expect(scoring).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await reranker.score(QUESTION, passages('leave'))).scores.length).toBe(1);
  });

  it('says of a model that is no cross-encoder, or broken, what it is, and tries again', async () => {
    cpSync(TINY, join(folder, 'broken'), { recursive: true });
    const onnx = join(folder, 'broken', 'onnx', 'model.onnx');
    const whole = readFileSync(onnx);
    writeFileSync(onnx, whole.subarray(0, 300));
    const reranker = localReranker('local:broken', place);
    await expect(reranker.score(QUESTION, passages('leave'))).rejects.toMatchObject({
      code: 'RERANKER_UNAVAILABLE',
      remedy: expect.stringContaining('unset PARLEY_RERANKER'),
    });
    writeFileSync(onnx, whole);
    expect((await reranker.score(QUESTION, passages('leave'))).scores.length).toBe(1);
  });
});

describe('what a model gives', () => {
  const tokens = { ids: [2, 5, 3], tokens: ['[CLS]', 'how', '[SEP]'], types: [0, 0, 0] };

  it.each([
    ['a vector a pair', [2, 384], 'of shape 2 x 384'],
    ['two classes a pair', [2, 2], 'of shape 2 x 2'],
    ['a row a token', [2, 3, 1], 'of shape 2 x 3 x 1'],
  ])('%s is no relevance', (_, dims, said) => {
    const data = new Float32Array(dims.reduce((product, size) => product * size, 1));
    expect(() => relevanceOf({ dims, data }, 0)).toThrow(said);
  });

  it('a number that is none is no relevance', () => {
    expect(() => relevanceOf({ dims: [1, 1], data: Float32Array.of(Number.NaN) }, 0)).toThrow('no number');
  });

  it('token outputs are cut to the text’s tokens, and refused where they are fewer or one pooled vector', () => {
    const wide = { dims: [1, 5, 2], data: Float32Array.from({ length: 10 }, (_, i) => i) };
    expect([...tokenOutputsOf(wide, 0, tokens).vectors]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(() => tokenOutputsOf({ dims: [1, 2, 2], data: new Float32Array(4) }, 0, tokens)).toThrow('for 3 tokens');
    expect(() => tokenOutputsOf({ dims: [1, 384], data: new Float32Array(384) }, 0, tokens)).toThrow('for 3 tokens');
  });
});
