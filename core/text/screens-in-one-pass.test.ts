import { describe, expect, it } from 'vitest';
import { screensInOnePass } from './screens-in-one-pass.ts';

describe('screens that read a text in one pass', () => {
  it('each name their own patterns', () => {
    const screenOf = screensInOnePass();
    const colours = screenOf([/red/u, /blue/u]);
    const animals = screenOf([/\d+/u, /cat/u, /blue whale/u]);
    for (const text of ['a red cat', 'a blue whale and a red cat', 'nothing', 'a red cat']) {
      expect(colours.candidates(text)).toEqual([/red/u, /blue/u].flatMap((one, at) => (one.test(text) ? [at] : [])));
      expect(animals.candidates(text)).toEqual([
        0,
        ...[/cat/u, /blue whale/u].flatMap((one, at) => (one.test(text) ? [at + 1] : [])),
      ]);
    }
  });

  it('may share a pattern', () => {
    const screenOf = screensInOnePass();
    const [cat, dog, bird] = [/cat/u, /dog/u, /bird/u];
    const pets = screenOf([cat, dog]);
    const all = screenOf([dog, bird, cat]);
    const birds = screenOf([bird]);
    expect(pets.candidates('a dog')).toEqual([1]);
    expect(all.candidates('a dog')).toEqual([0]);
    expect(all.candidates('a cat and a bird')).toEqual([1, 2]);
    expect(birds.candidates('a cat and a bird')).toEqual([0]);
  });

  it('know of patterns that come after a text was read', () => {
    const screenOf = screensInOnePass();
    const first = screenOf([/cat/u]);
    expect(first.candidates('a cat and a dog')).toEqual([0]);
    const second = screenOf([/dog/u]);
    expect(second.candidates('a cat and a dog')).toEqual([0]);
    expect(first.candidates('a dog')).toEqual([]);
  });
});
