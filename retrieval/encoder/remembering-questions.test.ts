import { describe, expect, it } from 'vitest';
import { wordEncoder } from '../testing/pages.ts';
import { rememberingQuestions } from './remembering-questions.ts';

const counting = () => {
  const calls: string[][] = [];
  const words = wordEncoder(64);
  let clock = 0;
  const encoder = rememberingQuestions(
    {
      ...words,
      embed(texts, signal, as) {
        calls.push([...texts]);
        return words.embed(texts, signal, as);
      },
    },
    () => clock,
  );
  return { encoder, calls, pass: (ms: number) => (clock += ms) };
};

describe('the vector of a question', () => {
  it('is asked for once, whoever wants it, and stays what it was', async () => {
    const { encoder, calls } = counting();
    const [first] = await encoder.embed(['How long is leave?'], undefined, 'question');
    const expected = Float32Array.from(first ?? []);
    first?.fill(0);
    const [again] = await encoder.embed(['How long is leave?'], undefined, 'question');
    expect(again).toEqual(expected);
    expect(calls).toEqual([['How long is leave?']]);
  });

  it('is asked for once among several too, each in its place', async () => {
    const { encoder, calls } = counting();
    const [leave] = await encoder.embed(['How long is leave?'], undefined, 'question');
    const [days, again, sick] = await encoder.embed(['days', 'How long is leave?', 'sick'], undefined, 'question');
    expect(again).toEqual(leave);
    expect([days, sick]).toEqual(await wordEncoder(64).embed(['days', 'sick'], undefined, 'question'));
    expect(calls).toEqual([['How long is leave?'], ['days', 'sick']]);
  });

  it('is asked for anew after some seconds', async () => {
    const { encoder, calls, pass } = counting();
    await encoder.embed(['How long is leave?'], undefined, 'question');
    pass(10_000);
    await encoder.embed(['How long is leave?'], undefined, 'question');
    expect(calls).toHaveLength(2);
  });

  it('is none of a passage with the same words', async () => {
    const { encoder, calls } = counting();
    await encoder.embed(['How long is leave?'], undefined, 'question');
    await encoder.embed(['How long is leave?'], undefined, 'passage');
    await encoder.embed(['How long is leave?']);
    expect(calls).toHaveLength(3);
  });

  it('is not kept of an encoder that failed', async () => {
    let fails = true;
    const words = wordEncoder(64);
    const encoder = rememberingQuestions({
      ...words,
      async embed(texts, signal, as) {
        if (fails) throw new Error('down');
        return words.embed(texts, signal, as);
      },
    });
    await expect(encoder.embed(['leave'], undefined, 'question')).rejects.toThrow('down');
    fails = false;
    expect(await encoder.embed(['leave'], undefined, 'question')).toHaveLength(1);
  });
});
