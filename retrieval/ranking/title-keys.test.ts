import { describe, expect, it } from 'vitest';
import { titleKeys, titleParts } from './title-keys.ts';

describe('the keys of a title', () => {
  it.each([
    ['Overview', ['overview']],
    ['The Long Winter (film)', ['the long winter film', 'the long winter', 'long winter']],
    ['A Guide', ['a guide', 'guide']],
    ['The', ['the']],
    ['(untitled)', ['untitled']],
    ['', []],
  ])('%s', (title, keys) => expect(titleKeys(title)).toEqual(keys));
});

describe('parts that may stand for a title', () => {
  it.each([
    [
      'half of it and more, with two content words',
      'Big Red Blue Green',
      ['big red', 'big red blue', 'red blue', 'red blue green', 'blue green'],
    ],
    [
      'half of five words is three',
      'Ann Ben Cid Dan Eve',
      ['ann ben cid', 'ann ben cid dan', 'ben cid dan', 'ben cid dan eve', 'cid dan eve'],
    ],
    ['first and last of three', 'Ada King Lovelace', ['ada king', 'king lovelace', 'ada lovelace']],
    ['with function words in it', 'University of Turin', ['university turin']],
    ['never the whole, nor a single word', 'Red Blue', []],
    ['none of one word', 'Overview', []],
    ['none of more than ten words', 'Ann Ben Cid Dan Eve Fay Gil Hal Ian Jon Kim', []],
  ])('%s', (_, title, parts) => expect(titleParts(title)).toEqual(parts));

  it('are looked for in ten words', () => {
    expect(titleParts('Ann Ben Cid Dan Eve Fay Gil Hal Ian Jon')).toContain('ann ben cid dan eve');
  });

  it('are of the title without its brackets and article, whichever of them it has', () => {
    const bare = titleParts('Big Red Blue Green');
    expect(titleParts('The Big Red Blue Green')).toEqual(bare);
    expect(titleParts('Big Red Blue Green (film)')).toEqual(bare);
    expect(titleParts('The Big Red Blue Green (film)')).toEqual(bare);
    expect(titleParts('The Long Winter (film)')).toEqual(titleParts('The Long Winter'));
  });
});
