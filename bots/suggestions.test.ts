import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EVERYONE } from '../core/document.ts';
import { sampleSuggestions } from '../samples/suggestions.ts';
import { suggestions } from './suggestions.ts';
import { openSampleWeb } from './web/testing/sample-web.ts';

it('suggests nothing from a page that the asker may not see', async () => {
  const web = await openSampleWeb();
  try {
    // At another location, the handbook counts as the team's own folder, so its questions come from search.
    const [handbook] = await web.parley.stores.documents.sources();
    expect(await suggestions(web.parley)).toEqual({ questions: sampleSuggestions.slice(0, 6), sample: true });
    await web.parley.stores.documents.putSource({ ...handbook!, location: '/srv/pages' });
    const { questions: asked, sample } = await suggestions(web.parley, [EVERYONE]);
    expect(sample).toBe(false);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    // Questions that a person would ask, never a page title in quotation marks.
    for (const question of asked) expect(question).toMatch(/^[A-Z][^“”"]+\?$/);
    expect(asked.join()).not.toMatch(/Salary|Board|Lagoon|Engineer 1/);
    expect(await suggestions(web.parley, ['nobody'])).toEqual({ questions: [], sample: false });
  } finally {
    await web.close();
  }
});

it("comes from the team's own pages as soon as there are some, beside the sample too", async () => {
  const web = await openSampleWeb();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-own-'));
  try {
    await writeFile(path.join(folder, 'gate.md'), '# Who opens the gate?\n\nThe ranger opens the gate at 7:00.');
    await web.parley.ingest([folder], { source: 'own' });
    const { questions, sample } = await suggestions(web.parley);
    expect(sample).toBe(false);
    expect(questions).toEqual(['Who opens the gate?']);
  } finally {
    await web.close();
    await rm(folder, { recursive: true });
  }
});

it('searches for the same people once, until there are other pages', async () => {
  const web = await openSampleWeb();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-once-'));
  const { stores, retriever } = web.parley;
  let searches = 0;
  const counting: typeof retriever = {
    ...retriever,
    search: (query) => {
      searches += 1;
      return retriever.search(query);
    },
  };
  const ask = async (scopes?: string[]) => {
    searches = 0;
    await suggestions({ stores, retriever: counting }, scopes);
    return searches;
  };
  try {
    await writeFile(path.join(folder, 'gate.md'), '# Who opens the gate?\n\nThe ranger opens the gate at 7:00.');
    await web.parley.ingest([folder], { source: 'own' });
    expect(await ask()).toBeGreaterThan(0);
    expect(await ask()).toBe(0);
    expect(await ask(['nobody'])).toBeGreaterThan(0);
    await writeFile(path.join(folder, 'shop.md'), '# Who opens the shop?\n\nThe cook opens the shop at 8:00.');
    await web.parley.ingest([folder], { source: 'own' });
    expect(await ask()).toBeGreaterThan(0);
  } finally {
    await web.close();
    await rm(folder, { recursive: true });
  }
});

/** Text in the style of a manual, without any topic of an office. */
const MANUAL = {
  'gears.md': `# Gears

A gear is a wheel whose teeth drive another wheel. It has been lost before.

To oil a gear, lift the lid and pour a spoon of oil on its axle.
`,
  'cranks.md': `# Cranks

Next: gears, Previous: lids. Maybe this part is a remnant of an older machine and nobody knows.

To turn the crank backwards, pull the red lever out of its notch first.

To do that, wait for the bell and then push the lever in again slowly.
`,
};

it('comes from what pages say, whatever they are about, and each is answered from its page', async () => {
  const web = await openSampleWeb();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-manual-'));
  try {
    for (const [name, text] of Object.entries(MANUAL)) await writeFile(path.join(folder, name), text);
    await web.parley.ingest([folder], { source: 'machine' });
    const { questions } = await suggestions(web.parley);
    expect(questions).toContain('How do I turn the crank backwards?');
    expect(questions.join()).not.toMatch(/that|Maybe|rules/);
    for (const question of questions) {
      const { verdict, citations } = await web.parley.ask(question, { scopes: [EVERYONE], strategy: 'quote' });
      expect(verdict, question).toBe('answered');
      expect(citations[0]?.documentId, question).toMatch(/^machine\//);
    }
  } finally {
    await web.close();
    await rm(folder, { recursive: true });
  }
});

/** Pages as colleagues write them: an FAQ with headings of all kinds, a glossary, a guide. */
const OFFICE = {
  'counter.md': `# Counter FAQ

## Do we saw to size?

Yes. The first five cuts are free, every further cut costs 1.20 euros.

## Firewood?

Nets cost 5.20 euros, a cubic metre costs 98 euros.

## If the till is short at the end?

Write the difference into the cash book and tell Sam.
`,
  'words.md': `# Words you will hear

**Banksman** – person on foot who guides a reversing vehicle through the yard.

**Kerf** – what the saw turns to dust, two millimetres for each cut.

**Sticker** – a lath between two layers of a stack of boards.

**Wane** – bark or missing wood along the edge of a board.
`,
  'order.md': `# How to order spare parts

Order spare parts in the stores program: open a request, name the machine, and press Send.
`,
  'using-policies.md': `# Using policies

The policies for printers are named in the file of the print server.
`,
};

it('takes the questions, the terms and the guides of office pages, and no half question', async () => {
  const web = await openSampleWeb();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-office-'));
  try {
    for (const [name, text] of Object.entries(OFFICE)) await writeFile(path.join(folder, name), text);
    await web.parley.ingest([folder], { source: 'yard' });
    const { questions } = await suggestions(web.parley);
    expect(questions).toContain('Do we saw to size?');
    expect(questions.join()).toMatch(/What is (?:banksman|kerf|sticker|wane)\?/);
    expect(questions.join()).not.toMatch(/Firewood|If the till|Using policies/i);
  } finally {
    await web.close();
    await rm(folder, { recursive: true });
  }
});

it('searches once for people who come at the same moment, and again after a search that failed', async () => {
  const web = await openSampleWeb();
  const { stores, retriever } = web.parley;
  let searches = 0;
  let fails = true;
  const failing: typeof retriever = {
    ...retriever,
    search: (query) => {
      searches += 1;
      return fails ? Promise.reject(new Error('away')) : retriever.search(query);
    },
  };
  const ask = () => suggestions({ stores, retriever: failing });
  try {
    const [handbook] = await stores.documents.sources();
    await stores.documents.putSource({ ...handbook!, location: '/srv/pages' });
    await expect(Promise.all([ask(), ask()])).rejects.toThrow('away');
    expect(searches).toBe(1);
    fails = false;
    searches = 0;
    const alone = await ask();
    const once = searches;
    expect(alone.questions).not.toEqual([]);
    expect(await ask()).toEqual(alone);
    expect(searches).toBe(once);
  } finally {
    await web.close();
  }
});

it('are left out of the page’s first request, which so needs no search', async () => {
  const web = await openSampleWeb();
  const about = (query: string) => fetch(`${web.url}/api/v1/about${query}`);
  try {
    const whole = (await (await about('')).json()) as { suggestions: string[] };
    expect(whole.suggestions).toHaveLength(6);
    expect(await (await about('?suggestions=no')).json()).toEqual({ ...whole, suggestions: [] });
    expect((await about('?suggestions=maybe')).status).toBe(400);
  } finally {
    await web.close();
  }
});
