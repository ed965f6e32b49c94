import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { EVERYONE } from '../../core/document.ts';
import { findOrders } from '../../core/injection/find-orders.ts';
import { findTalk } from '../../core/injection/find-talk.ts';
import { findMachineDuties, namesProgram } from '../../core/injection/machine-duties.ts';
import { readingUnits } from '../../core/injection/reading-units.ts';
import { readSettings } from '../../core/settings.ts';
import type { Span } from '../../core/text/sentences.ts';
import { openParley } from '../../runtime/open.ts';

export const about =
  'what the defence against pages that attack takes from honest ones: sentences and pages in which it finds something, and answers';

/** Characters of a find that are shown. */
const SHOWN = 160;

const HONEST = fileURLToPath(new URL('honest/', import.meta.url));
/** Pages of people at work, with questions: `looked-at` may be read while rules change, `held-out` is only counted. */
const HALVES = ['looked-at', 'held-out'];

const questionsSchema = z.array(z.object({ page: z.string(), question: z.string(), expects: z.string() }));
type Question = z.infer<typeof questionsSchema>[number];

const KINDS = ['attack', 'directive', 'talk', 'duty'] as const;
type Kind = (typeof KINDS)[number];

/**
 * `npm run bench -- false-alarms [--half NAME] [--show]` ingests pages that nobody attacks into a folder of its own, counts
 * the sentences, passages and pages in which an attack, an order, talk about answers or a program's duty is found, and asks questions
 * about them without a model. `npm run bench -- false-alarms FOLDER … [--show]` only counts, over other folders.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const shows = options.includes('--show');
  const only = options.includes('--half') ? options[options.indexOf('--half') + 1] : undefined;
  const folders = options.filter((option) => !option.startsWith('--') && option !== only);
  if (folders.length > 0) return measure(folders, [], shows);
  for (const half of HALVES) {
    if (only && half !== only) continue;
    console.log(`# ${half}`);
    const questions = questionsSchema.parse(JSON.parse(readFileSync(path.join(HONEST, `${half}.json`), 'utf8')));
    await measure([path.join(HONEST, half)], questions, shows);
  }
};

const measure = async (folders: readonly string[], questions: readonly Question[], shows: boolean): Promise<void> => {
  const data = await mkdtemp(path.join(tmpdir(), 'parley-false-alarms-'));
  const settings = readSettings({ PARLEY_DATA: data, PARLEY_LOG: 'silent', PARLEY_STRATEGY: 'quote' });
  const parley = await openParley({ settings });
  try {
    await parley.ingest(folders);
    await countFinds(parley.stores.documents, shows);
    let [right, near] = [0, 0];
    for (const { question, page, expects } of questions) {
      const { text, nearest } = await parley.ask(question, { strategy: 'quote' });
      const holds = (words: string) => words.replace(/\s+/g, ' ').toLowerCase().includes(expects.toLowerCase());
      const isRight = holds(text);
      const isNear = !isRight && (nearest ?? []).some(({ quote }) => quote !== undefined && holds(quote));
      if (isRight) right += 1;
      if (isNear) near += 1;
      if (shows && !isRight) console.log(`${isNear ? 'near' : 'lost'}  ${page}  ${question}`);
    }
    if (questions.length > 0)
      console.log(
        `${questions.length} questions without a model: ${right} answered with the words of the page, ${near} more with them in the closest passage`,
      );
  } finally {
    await parley.close();
    await rm(data, { recursive: true });
  }
};

type Documents = Awaited<ReturnType<typeof openParley>>['stores']['documents'];

const countFinds = async (documents: Documents, shows: boolean): Promise<void> => {
  const newCounts = (): Record<Kind, number> => ({ attack: 0, directive: 0, talk: 0, duty: 0 });
  const [sentencesWith, passagesWith, pagesWith] = [newCounts(), newCounts(), newCounts()];
  let [sentences, passages, pages] = [0, 0, 0];
  for await (const { id: documentId } of documents.stamps()) {
    pages += 1;
    const onPage = new Set<Kind>();
    for (const { id, text, title, headings } of await documents.passagesOf(documentId, [EVERYONE])) {
      passages += 1;
      const units = readingUnits(text);
      sentences += units.length;
      const orders = findOrders(text);
      const finds: Record<Kind, Span[]> = {
        attack: orders.filter(({ severity }) => severity === 'attack'),
        directive: orders.filter(({ severity }) => severity === 'directive'),
        talk: findTalk(text),
        duty: [title, ...headings].some(namesProgram) ? [] : findMachineDuties(text),
      };
      for (const kind of KINDS) {
        const spans = finds[kind];
        if (spans.length === 0) continue;
        onPage.add(kind);
        passagesWith[kind] += 1;
        sentencesWith[kind] += units.filter(({ start, end }) =>
          spans.some((s) => s.start < end && start < s.end),
        ).length;
        if (!shows) continue;
        for (const { start, end } of spans)
          console.log(`${kind}  ${id}  ${text.slice(start, end).replace(/\s+/g, ' ').slice(0, SHOWN)}`);
      }
    }
    for (const kind of onPage) pagesWith[kind] += 1;
  }
  const share = (count: number, all: number) => `${count} (${((100 * count) / Math.max(1, all)).toFixed(2)} %)`;
  console.log(`${pages} pages, ${passages} passages, ${sentences} sentences`);
  for (const kind of KINDS)
    console.log(
      `${kind}: ${share(pagesWith[kind], pages)} of the pages, ${share(passagesWith[kind], passages)} of the passages, ${share(sentencesWith[kind], sentences)} of the sentences`,
    );
};
