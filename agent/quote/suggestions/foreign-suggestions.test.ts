import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { openParley } from '../../../runtime/open.ts';
import type { Parley } from '../../../runtime/parley.ts';
import { followUpQuestions } from './follow-up-questions.ts';
import { suggestQuestions } from './suggest-questions.ts';

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-suggest-'));
  const pages = path.join(folder, 'pages');
  await mkdir(pages);
  await writeFile(
    path.join(pages, 'urlaub.md'),
    `# Urlaub und Freistellung

## Urlaub beantragen

Den Urlaub beantragst du im Personalportal, mindestens zwei Wochen vorher. Deine Teamleitung genehmigt ihn.

## Wie lange dauert die Probezeit?

Die Probezeit dauert sechs Monate.
`,
  );
  await writeFile(
    path.join(pages, 'kontakte.md'),
    `# Wer hilft wobei

Diese Liste wird jeden Monat von der Verwaltung geprüft und ist auch am Empfang zu haben.

| Thema | Person | Raum |
| --- | --- | --- |
| Drucker | Jonas Keller | 2.14 |
| Telefon | Aylin Demir | 2.16 |
`,
  );
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
  await parley.ingest([pages]);
});
afterAll(async () => {
  await parley?.close();
});

it('asks about German pages in German', async () => {
  const questions = await suggestQuestions(parley, ['everyone'], 6);
  expect(questions).toContain('Wie kann ich Urlaub beantragen?');
  expect(questions).toContain('Wie lange dauert die Probezeit?');
  expect(questions.join(' ')).not.toMatch(/\b(?:what|who|how|the)\b/i);
});

it('goes on about a German page in German', async () => {
  const { text, citations } = await parley.agent.answer({
    text: 'Wie lange dauert die Probezeit?',
    history: [],
    scopes: ['everyone'],
    strategy: 'quote',
  });
  const asked = {
    question: 'Wie lange dauert die Probezeit?',
    text,
    cited: citations.map((one) => one.documentId),
    earlier: [],
  };
  const questions = await followUpQuestions(parley, asked, ['everyone'], 3);
  expect(questions).toContain('Wie kann ich Urlaub beantragen?');
  expect(questions.join(' ')).not.toMatch(/\b(?:what|who|how|the)\b/i);
});
