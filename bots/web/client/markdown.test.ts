import { expect, test } from 'vitest';
import { quoteText } from './markdown.ts';

test('a quote shows no mark of emphasis whose other end it does not hold', () => {
  expect(quoteText('It replaces [Leave (2019)](leave-2019.md).*\n\nEvery parent gets 26 weeks.')).toBe(
    'It replaces Leave (2019).\nEvery parent gets 26 weeks.',
  );
  expect(quoteText('Badges open all doors. **From May on')).toBe('Badges open all doors. From May on');
  expect(quoteText('Badges open *all* doors.')).toBe('Badges open all doors.');
});

test('an asterisk that is no mark stays', () => {
  expect(quoteText('The area is 2 * 3 metres, 2*3 in short.')).toBe('The area is 2 * 3 metres, 2*3 in short.');
});
