import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const ask = quotingFrom({
  'storage.html': `<html><head><title>Storing the ledger</title></head><body><main><h1>Storing the ledger</h1>
<p>A ledger is kept in a file or in a database. Choose one of them before the first entry, because a change takes time.</p>
<table><caption>Comparison of formats</caption>
<thead><tr><th></th><th>Plain</th><th>Fennel</th><th>Sorrel</th></tr></thead>
<tbody>${row('Ending of files', 'ledger', 'fnl', 'none')}${row('Several writers', 'No', 'No', 'Yes')}${row('Compressed', 'gzip', 'No', 'No')}</tbody>
<tbody class="footnotes"><tr><td colspan="4"><p>[a] Fennel and Sorrel rely on further software. It is part of the bundle for the desktop. Others look for a backend named like lib-fennel or lib-sorrel with their own installer.</p></td></tr></tbody>
</table></main></body></html>`,
  'kitchen.md': `# Kitchen

| Task | Who |
| --- | --- |
| Empty the dishwasher every evening, and put all of the cups and the plates back into the cupboards where they belong | Ada |
| Water the plants | Ben |
| * Ask Ada about the dishwasher before you order a repair. | |
`,
  'packing.md': `# Packing list

| Thing | Packed |
| --- | --- |
| 1) Charger of the projector | |
| 2) Adapter for Switzerland | |
`,
});

describe('notes below a table', () => {
  it.each(['is fennel a good backend?', 'what is the lib-fennel backend?'])(
    'are not quoted as rows: %s',
    async (text) => {
      const answer = await ask(text);
      expect(answer.text).not.toContain('rely on further software');
      expect(answer.verdict).toBe('unknown');
    },
  );

  it('do not compete with the rows', async () => {
    const answer = await ask('who empties the dishwasher?');
    expect(answer.text).toContain('Ada');
    expect(answer.text).not.toContain('order a repair');
  });

  it('are not seen in a checklist whose second column is empty', async () => {
    expect((await ask('which adapter do we pack for Switzerland?')).text).toContain('Adapter for Switzerland');
  });
});

describe('a table of which only a column is named', () => {
  it('is shown with that column as the closest passage', async () => {
    const answer = await ask('is fennel a good backend?');
    expect(answer.text).toMatch(/not sure.*Ending of files.*Fennel: fnl.*Several writers.*Fennel: No/s);
    expect(answer.text).not.toContain('Sorrel:');
    expect(answer.verdict).toBe('unknown');
  });
});
