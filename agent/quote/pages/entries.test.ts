import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'post.md':
    '# Post\n\nLetters wait at the desk.\n\n**Collected:** 16:30 in Linz\n**Left over:** Greta Holm\n**Too heavy:** the goods lift\n',
  'formats.md':
    '# Formats\n\nStatements are read as:\n\n**Recommended:** .OFX or .QFX\n*(most banks have it)*\n**For experts:** .CSV\n*(columns must be named first)*\n',
});

it.each([
  ['what is too heavy?', /goods lift/, /Collected|Greta/],
  ['which format is for experts', /\.CSV/, /Recommended/],
])('takes a line with a bold term and a colon for an entry of its own: %s', async (question, says, saysNot) => {
  const { text } = await ask(question);
  expect(text).toMatch(says);
  expect(text).not.toMatch(saysNot);
});
