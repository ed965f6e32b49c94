import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page with its main text as marked by people. */
export interface GoldPage {
  id: string;
  url: string;
  pageType: string;
  mainContent: string;
  /** Texts that must and must not be in the main text. */
  with: string[];
  without: string[];
  bytes: Uint8Array;
}

/** Reads WCXB's development pages ("Murrough Foley, WCXB 2026", CC-BY-4.0) from `folder`, ordered by id. */
export const readWcxb = (folder: string): GoldPage[] => {
  const gold = JSON.parse(gunzipSync(readFileSync(join(folder, 'gold.json.gz'))).toString()) as Record<
    string,
    { url: string; page_type: string; main_content: string; with: string[]; without: string[] }
  >;
  return Object.entries(gold)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([id]) => existsSync(join(folder, 'html', `${id}.html.gz`)))
    .map(([id, page]) => ({
      id,
      url: page.url,
      pageType: page.page_type,
      mainContent: page.main_content,
      with: page.with,
      without: page.without,
      bytes: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))),
    }));
};

/** SHA-256 of ids, pages and gold texts, which identifies a model's training data. */
export const corpusHash = (pages: readonly GoldPage[]): string => {
  const hash = createHash('sha256');
  for (const page of pages) hash.update(page.id).update(page.bytes).update(page.mainContent);
  return hash.digest('hex');
};
