import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

/** A manual of long chapters, as many programs have it: a link to a chapter alone says too little. */
const ask = quotingFrom({
  'boats.md': [
    '# Chapter 4. Looking after the boats',
    'This chapter is for everybody who takes a boat out.',
    '## 4.1. How do I keep my own oars apart from the shared ones?',
    'Wrap a strip of your colour around the handle. The harbour master keeps the list of colours, and whoever takes wrapped oars by mistake puts them back the same evening.',
    '## 4.2. Scraping the hull:',
    'Turn the boat over on the trestles and scrape from bow to stern with the wide blade. The narrow blade is for the seams. Rinse with fresh water, and let the hull dry for a night before it goes back into the rack.',
  ].join('\n\n'),
  'oars/index.md': '# Overview\n\nThe paddles of the children are in the red crate.',
  'moorings.md': '# Moorings for guests\n\nSee [the map](map.png).',
  'winch.md': [
    '# The winch',
    'The cradle of the winch is greased in spring, by this recipe:',
    '- Two parts of tallow',
    '- One part of oil',
    '## Pulleys',
    'Here is how the pulleys of the gantry look:',
  ].join('\n\n'),
  'helper.md':
    '# The helper at the desk\n\nThe helper answers what a page states; with HARBOUR_TONE=short the answer to a question is one sentence.\n\nIt stands beside the till.',
  'tides.md': '# Tides\n\nThe table of tides hangs beside the door. High water is two hours later than in the town.',
});

it('names the section of a long page that comes closest, and links to each section once', async () => {
  const { text, nearest = [] } = await ask('who sells a handle for shared oars?');
  const sections = nearest.filter(({ documentId }) => documentId.endsWith('boats.md')).map(({ section }) => section);
  expect(sections).toContain('4.1. How do I keep my own oars apart from the shared ones?');
  expect(new Set(nearest.map(({ title, section }) => `${title} ${section}`)).size).toBe(nearest.length);
  expect(text).toContain('Chapter 4. Looking after the boats › 4.1. How do I keep my own oars');
});

it('ends the name of a section without a colon', async () => {
  const { nearest = [] } = await ask('who sharpens the blade for scraping?');
  expect(nearest.map(({ section }) => section)).toContain('4.2. Scraping the hull');
});

it('says a name once where the title of a page ends with its heading', async () => {
  const { nearest = [] } = await ask('who paints the red paddles?');
  expect(nearest.map(({ title, section }) => [title, section])).toContainEqual(['oars Overview', undefined]);
});

it('names no section where the heading says no more than the title', async () => {
  const { nearest = [] } = await ask('when is high water at the pole?');
  expect(nearest.find(({ documentId }) => documentId.endsWith('tides.md'))).not.toHaveProperty('section');
});

describe('where nothing answers', () => {
  it('shows the nearest words of each page below its name, and quotes none of them', async () => {
    const { verdict, text, nearest = [], citations } = await ask('who sells a handle for shared oars?');
    expect(verdict).toBe('unknown');
    expect(citations).toEqual([]);
    for (const { title, section, excerpt, quote } of nearest) {
      expect(quote).toBeUndefined();
      expect(excerpt).toBeTruthy();
      const name = section ? `${title} › ${section}` : title;
      expect(text).toContain(`- ${name}\n  “${excerpt}”`);
    }
  });

  it('names further pages below the closest passage, with their words', async () => {
    const { verdict, text, nearest = [] } = await ask('would my nephew drown in high water beside the hull?');
    expect(verdict).toBe('unknown');
    const [closest, ...others] = nearest;
    expect(closest?.quote).toBeTruthy();
    expect(others.length).toBeGreaterThan(0);
    for (const { excerpt } of others) expect(text.split('come close too:')[1]).toContain(`“${excerpt}”`);
    expect(text.split('come close too:')[1]).not.toContain('High water');
  });

  it('shows what leads to a list with the first of it, and alone never', async () => {
    const cradle = await ask('what does the grease for the cradle cost in spring at the chandler?');
    expect(cradle.text).toContain('by this recipe: Two parts of tallow');
    const pulleys = await ask('who paid for the pulleys of the gantry and their look?');
    expect(pulleys.text).not.toContain('Here is how');
  });

  it('names another page before a second section of a page', async () => {
    const { nearest = [] } = await ask(
      'who scrapes the wide blade, wraps the colour strip and paints the crate of paddles?',
    );
    expect(nearest.map(({ documentId }) => documentId.split('/').at(-1))).toEqual(['boats.md', 'index.md', 'boats.md']);
  });

  it('names the page for somebody who tells more than is asked', async () => {
    const { text, nearest = [] } = await ask(
      'my nephew wants to splash about after breakfast, will the water be high?',
    );
    expect(nearest.map(({ title }) => title)).toContain('Tides');
    expect(text).not.toContain('found nothing');
  });
});

describe('what has hardly a word of the question', () => {
  it('is not named, and that nothing was found is said', async () => {
    const { verdict, text, nearest } = await ask('what time does the hairdresser close?');
    expect(verdict).toBe('unknown');
    expect(nearest).toBeUndefined();
    expect(text).toContain('found nothing');
  });

  it('is named where its title names what is asked about', async () => {
    const { nearest = [] } = await ask('who calculates the tides?');
    expect(nearest.map(({ title }) => title)).toContain('Tides');
  });
});

describe('a message that only names what a page is about', () => {
  it('is asked back what is meant', async () => {
    const { verdict, text } = await ask('guest moorings');
    expect(verdict).toBe('unknown');
    expect(text).toMatch(/^What would you like to know about that\? These pages come closest:\n- Moorings for guests/);
  });

  it.each(['who has moorings', 'guest moorings?', 'moorings fee'])(
    'is not known where it asks: %s',
    async (question) => {
      expect((await ask(question)).text).not.toContain('What would you like to know');
    },
  );
});

it('names the page of a name whose sentence speaks of answers and is not quoted, and says that no page has any other', async () => {
  const { text, nearest = [], citations } = await ask('what does HARBOUR_TONE do');
  expect(nearest.map(({ title }) => title)).toEqual(['The helper at the desk']);
  expect(text).not.toMatch(/found nothing|in one sentence/);
  expect(citations).toEqual([]);
  expect((await ask('what does HARBOUR_TUNES do')).text).toContain('found nothing');
});
