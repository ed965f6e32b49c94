import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'prices.md': `# Price list

Subscriptions of the ferry card.

| Card | Trips | Price a month |
| --- | --- | --- |
| Heron | 20 | EUR 49 |
| Gannet | unlimited | EUR 240 |
`,
  'service.md': `# Service levels

What holders of a ferry card may expect.

| Card | First answer | Luggage | Refund |
| --- | --- | --- | --- |
| Heron | next working day | 1 bag | none |
| Gannet | 4 hours | 3 bags | 80 % in a month |
`,
  'old-leaflet.md': `# Leaflet of the harbour office

Cards at the counter:

| Card | Cost |
| --- | --- |
| Heron | EUR 55 |
| Gannet | EUR 260 |
`,
});

describe('the statement of another page', () => {
  it('is shown where two lists give another price, however they call the column', async () => {
    const { text } = await ask('price of Gannet');
    expect(text).toContain('EUR 240');
    expect(text).toContain('EUR 260');
  });

  it('is not a row of another table that says something else of the same thing', async () => {
    const { text } = await ask('what does the Gannet card cost');
    expect(text).not.toContain('4 hours');
    const luggage = await ask('how many bags may I take with the Gannet card');
    expect(luggage.text).toContain('3 bags');
    expect(luggage.text).not.toContain('240');
  });
});

describe('two pages of which one is of an earlier year', () => {
  const askClinic = quotingFrom({
    'hours-2024.md':
      '---\ntitle: Opening hours (2024)\nupdated_at: 2024-02-01\n---\n# Opening hours\n\nOn Saturdays we see animals from 10:00 to 12:00. We are closed on Sundays.',
    'hours.md':
      '---\ntitle: Appointments and opening hours\nupdated_at: 2026-09-14\n---\n# Appointments and opening hours\n\nOn Saturdays we see animals from 09:00 to 13:00. We are closed on Sundays; the night line takes over.',
    'night.md': '# Night line\n\nThe vet on call rings back. The night line covers public holidays.',
  });

  it('lets the newer page lead and shows the other beside it', async () => {
    const { text, shortAnswer, citations } = await askClinic('When are you open on Saturdays?');
    expect(shortAnswer).toContain('09:00');
    expect(text.indexOf('09:00')).toBeLessThan(text.indexOf('10:00'));
    expect(citations.map(({ documentId }) => documentId.split('/').at(-1))).toEqual(['hours.md', 'hours-2024.md']);
  });
});
