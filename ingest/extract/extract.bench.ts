import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cpuMs, lacks } from '../../bench/bench.ts';
import { sharedFolder } from '../../core/shared-data.ts';
import { decode } from './decode.ts';
import { extractHtml } from './html.ts';

export const about = 'main text of 467 web pages, beside Readability and Defuddle: F1 and milliseconds a page';

interface Gold {
  id: string;
  with: string[];
  without: string[];
}

/** F1 over stretches that must and must not be in the text, pooled; processor time, since others share the machine. */
export const run = async (options: readonly string[]): Promise<void> => {
  const folder = options[0] ?? join(sharedFolder() ?? 'shared', 'data', 'pages', 'trafilatura');
  if (!existsSync(folder)) {
    lacks(`the pages at ${folder}, or another folder of them`);
    return;
  }
  const gold = JSON.parse(gunzipSync(readFileSync(join(folder, 'gold.json.gz'))).toString()) as Gold[];
  const pages = gold.map(({ id }) => new Uint8Array(gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)))));
  console.log(`${pages.length} pages; to reach: F1 .945, 16 ms a page\n`);
  console.log('                 precision  recall  F1     ms a page  empty');
  for (const [name, extract] of Object.entries(await extractors())) {
    for (const page of pages.slice(0, 40)) await extract(page);
    const before = cpuMs();
    const texts: string[] = [];
    for (const page of pages) texts.push(await extract(page));
    const spent = cpuMs() - before;
    const { precision, recall, f1 } = score(gold, texts);
    const empty = texts.filter((text) => text.trim() === '').length;
    const figures = [precision, recall, f1].map((figure) => figure.toFixed(4));
    console.log(
      `${name.padEnd(17)}${figures[0]}     ${figures[1]}  ${figures[2]}  ${(spent / pages.length).toFixed(1).padStart(6)}  ${String(empty).padStart(8)}`,
    );
  }
};

const extractors = async (): Promise<Record<string, (page: Uint8Array) => string | Promise<string>>> => {
  const { Readability } = await import('@mozilla/readability');
  const { parseHTML } = await import('linkedom');
  const { Defuddle } = await import('defuddle/node');
  const quiet = { log: console.log, warn: console.warn, error: console.error };
  const silently = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    Object.assign(console, { log() {}, warn() {}, error() {} });
    try {
      return await work();
    } catch {
      // A page on which another library fails is one where it gives nothing.
      return undefined;
    } finally {
      Object.assign(console, quiet);
    }
  };
  const words = (html: string) => parseHTML(`<html><body>${html}</body></html>`).document.body.textContent ?? '';
  return {
    parley: (page) => extractHtml(page).text,
    readability: async (page) =>
      (await silently(
        () => new Readability(parseHTML(decode(page)).document as unknown as Document).parse()?.textContent,
      )) ?? '',
    defuddle: async (page) =>
      words(
        (await silently(
          async () =>
            (
              await Defuddle(parseHTML(decode(page)).document as unknown as Document, 'https://page.example/')
            ).content,
        )) ?? '',
      ),
  };
};

const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

const score = (gold: readonly Gold[], texts: readonly string[]) => {
  let [tp, fp, fn] = [0, 0, 0];
  for (const [i, page] of gold.entries()) {
    const text = fold(texts[i]!);
    for (const segment of page.with) text.includes(fold(segment)) ? tp++ : fn++;
    for (const segment of page.without) if (text.includes(fold(segment))) fp++;
  }
  return { precision: tp / (tp + fp), recall: tp / (tp + fn), f1: (2 * tp) / (2 * tp + fp + fn) };
};
