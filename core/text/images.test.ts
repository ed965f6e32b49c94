import { describe, expect, it } from 'vitest';
import { foreignImagesAsWords, imagesAsWords } from './images.ts';

describe('images of a Markdown text', () => {
  it('become their words', () => {
    expect(imagesAsWords('A ![fern](https://evil.example/f.png?q=(x)) here, ![](f.png).')).toBe('A fern here, .');
    expect(imagesAsWords('![fern]((address left out)) and [a link](x)')).toBe('fern and [a link](x)');
  });

  it('stay if they are files beside the page', () => {
    const text =
      'A ![fern](fern.png) and ![moss](//evil.example/m.png) and ![tree](HTTPS://evil.example/t.png "tree").';
    expect(foreignImagesAsWords(text)).toBe('A ![fern](fern.png) and moss and tree.');
  });
});
