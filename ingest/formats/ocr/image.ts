import { ParleyError } from '../../../core/errors.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { openRecogniser } from './recognise.ts';
import { MIN_CONFIDENCE } from './recognised.ts';

/** Reads the text in a picture if text recognition is on. */
export const readImage: Reader = async (bytes, { ocr } = {}) => {
  if (ocr === undefined)
    throw new ParleyError('INPUT_UNREADABLE', {
      message: 'It is a picture.',
      remedy: 'Ingest it with --ocr to have the text in it read.',
    });
  const found = (await openRecogniser(ocr.languages))(bytes);
  if (found === undefined) throw damaged('picture', new Error('it cannot be decoded'));
  if (found.text === '' || found.confidence < MIN_CONFIDENCE)
    throw new ParleyError('INPUT_UNREADABLE', {
      message: `The picture holds no text that can be read (${ocr.languages}, ${found.confidence} % sure).`,
      remedy: 'If it is a page, scan it upright at 300 dots an inch, or name its language: --ocr deu.',
    });
  const page = createPageBuilder();
  for (const paragraph of found.text.split(/\n\s*\n/)) page.block(paragraph.replace(/\s*\n\s*/g, ' '));
  return page.build('', { recognised: { pages: 1, confidence: found.confidence } });
};
