import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

/** A manual of an invented program. As in real manuals, each term is defined once and mentioned everywhere. */
const PAGES: Readonly<Record<string, string>> = {
  'compact.md': `# compact

\`\`\`
tidestore compact [--threshold PERCENT] [STORE]
\`\`\`

## Description

The compact command rewrites segment files and frees the space of deleted records.

A compact may fail if another writer holds the lock. Compact does not change any record.

## How compact works

Compact is run in the background when the store is opened. If compact is interrupted, it starts again. Running compact
after every write is slow. The compact lock is a file beside the store.
`,
  'journal.md': `# Journal files

The tide mark is a number that grows with every write. The tide mark of a copy may be behind. When the tide mark is not
known, the store is read from its start.

| Bytes | Meaning |
| --- | --- |
| 0-3 | version of the tide mark |
| 4-7 | checksum of the tide mark |
| 8-11 | length of the journal |
`,
  'limits.md': `# Limits

1. **Maximum number of shards**

   The TIDE_MAX_SHARDS setting is an upper bound for a store. The default for TIDE_MAX_SHARDS is 512. Many operators will
   argue that a well-kept store never needs more than 20 shards in a store.
`,
  'opening.md': `# Opening a store

## The greeting

When a store is opened, a greeting is printed. The greeting names the version and the size of the store. Many operators
read the greeting in the morning. The greeting is written to the log too.

To suppress the greeting, set quiet in the store's settings:

- in the file \`tide.conf\`, for everybody;
- on the command line, for one call.

## Copies

A copy is made by \`tidestore copy\`. When a copy holds every record that another copy holds, it is called a level copy.
A level copy may be opened for writing. Before a level copy is used, its checksum is compared.
`,
  'holds.md': `# Holds

Holds in a tide store allow the person who looks after it to keep chosen records from every later compact, whoever starts
it and whatever its threshold may be. A hold is named when it is made.

A hold can be moved. A hold is listed with its name. To list a hold, name the hold. A hold that is moved keeps its name.
`,
  'bench.md': `# bench

**--hold=HOLD** Makes records under the given hold.

**--clients=NUMBER** Opens so many clients.

The bench of the Harbour team ran for three days in June 2025.
`,
  'changes.md': `# Important notes

## Version 2.1.0 (2024-05-06)

- Increase the maximum size of a record to 64 megabytes.
- compact: fix the building of the compact page.
- The prefetch option reads ahead.

## Version 2.0.0 (2023-01-02)

- Add the prefetch option to read ahead when a record is read.
`,
};

const ask = quotingFrom(PAGES);

it('answers what a command does with the sentence whose subject it is', async () => {
  const { verdict, text } = await ask('what does compact do');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/\*\*The compact command rewrites segment files/);
});

it('answers what a thing is with its definition, not with rows that mention it', async () => {
  const { verdict, text } = await ask('what is the tide mark');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/The tide mark is a number that grows/);
  expect(text).not.toMatch(/checksum/);
});

it('answers "how many" with the number beside the counted noun, also inside a name in code', async () => {
  expect((await ask('how many shards can a store have')).text).toMatch(/512/);
});

it('answers how to do something although the page uses another verb, with the list that its sentence introduces', async () => {
  const { verdict, text } = await ask('how do I turn off the greeting');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/\*\*To suppress the greeting, set quiet in the store's settings:\*\*\n- in the file/);
  expect(text).toMatch(/for one call/);
});

it.each(['how do I increase the maximum size of a record', 'what does the prefetch option do'])(
  'does not answer with a changelog entry: %s',
  async (question) => {
    expect((await ask(question)).verdict).toBe('unknown');
  },
);

it('gives no answer about a name that no page contains', async () => {
  expect((await ask('what does compact do')).verdict).toBe('answered');
  expect((await ask('what does compact do in gitlab')).verdict).toBe('unknown');
});

it('answers a question about changes from a changelog', async () => {
  const { verdict, text } = await ask('what is the maximum size of a record since version 2.1.0');
  expect([verdict, text]).toEqual(['answered', expect.stringMatching(/64 megabytes/)]);
});

it('answers what a thing is with the first sentence of its page, however long', async () => {
  const { verdict, text } = await ask('what is a hold');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/\*\*Holds in a tide store allow/);
});

it('shows a sentence that mentions a thing without saying what it is as the closest passage at most', async () => {
  expect((await ask('what is a segment file')).verdict).toBe('unknown');
  expect((await ask('what is a writer')).verdict).toBe('unknown');
});

it('does not answer about somebody with a sentence about somebody else', async () => {
  expect((await ask('how long did the bench of the Harbour team run?')).verdict).toBe('answered');
  expect((await ask('how long did the bench of the Quayside team run?')).verdict).toBe('unknown');
});
