import { EVERYONE, type Passage } from '../../core/document.ts';
import type { Triple } from '../../core/knowledge.ts';
import { readSettings } from '../../core/settings.ts';
import { seededRank } from '../../evals/metrics/random.ts';
import { ALIAS_PREDICATES } from '../../ingest/knowledge/aliases.ts';
import { createIngest } from '../../runtime/ingest.ts';
import type { WritableStores } from '../../stores/stores.ts';
import { testStores } from '../../stores/testing/test-stores.ts';
import { lacks } from '../bench.ts';

export const about =
  'passages FOLDER… [--count=100] [--seed=1] [--facts]: passages, or facts, drawn by chance from what ingest makes of folders, to be read by hand';

/** Characters shown of what stands before and behind a passage: enough to see whether a person would have cut there. */
const AROUND = 160;

/**
 * Ingests each folder as `parley ingest` does, and prints a sample, an equal part of each folder's: where a passage stands,
 * its link, its text, and the text around its ends. With `--facts`, facts by the kind of rule that found them, beside a
 * passage that states each. The seed and the ids decide the sample, so a second run shows the same passages.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const folders = options.filter((option) => !option.startsWith('--'));
  const count = numberOf(options, 'count', 100);
  const seed = numberOf(options, 'seed', 1);
  if (folders.length === 0) {
    lacks('a folder or more of pages');
    return;
  }
  const share = Math.ceil(count / folders.length);
  for (const folder of folders) {
    const place = testStores();
    try {
      const stores = await place.open();
      const settings = readSettings({ PARLEY_DATA: place.settings.PARLEY_DATA });
      const report = await createIngest({ settings, stores }).ingest([folder]);
      console.log(`\n######## ${folder}: ${report.added} pages, ${report.passages} passages`);
      if (options.includes('--facts')) await printFacts(stores, share, seed);
      else await printPassages(stores, share, seed);
    } finally {
      await place.dispose();
    }
  }
};

const numberOf = (options: readonly string[], name: string, otherwise: number): number =>
  Number(options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);

const printPassages = async ({ documents }: WritableStores, share: number, seed: number): Promise<void> => {
  const all: { passage: Passage; before: string; behind: string }[] = [];
  for await (const { document, passages } of documents.hydrate())
    for (const passage of passages)
      all.push({
        passage,
        before: document.text.slice(Math.max(0, passage.start - AROUND), passage.start).trimStart(),
        behind: document.text.slice(passage.end, passage.end + AROUND).trimEnd(),
      });
  for (const { passage, before, behind } of drawn(all, share, seed, ({ passage }) => passage.id)) {
    const { title, headings, id, kind, url, text } = passage;
    console.log(`\n==== ${id} (${kind})\n[${[title, ...headings].join(' > ')}] ${url ?? ''}`);
    if (before !== '') console.log(`…${before}`);
    console.log(`>>>>\n${text}\n<<<<${behind === '' ? '' : `\n${behind}…`}`);
  }
};

const printFacts = async ({ documents, graph }: WritableStores, share: number, seed: number): Promise<void> => {
  const all: { triple: Triple; rule: string; passage: Passage | undefined }[] = [];
  for await (const triple of graph.allTriples()) {
    const [passage] = await documents.passages(triple.passageIds.slice(0, 1), [EVERYONE]);
    const rule = ALIAS_PREDICATES.has(triple.predicate) ? 'names' : passage?.kind === 'table' ? 'table' : 'lines';
    all.push({ triple, rule, passage });
  }
  const byRule = Map.groupBy(all, ({ rule }) => rule);
  for (const [rule, facts] of byRule) {
    console.log(`\n---- ${rule}: ${facts.length}`);
    for (const { triple, passage } of drawn(facts, share, seed, ({ triple }) => triple.id)) {
      console.log(`\n== ${triple.subjectName} | ${triple.predicate} | ${triple.objectName}`);
      if (passage !== undefined)
        console.log(
          `${passage.id} [${[passage.title, ...passage.headings].join(' > ')}]\n${near(passage.text, triple)}`,
        );
    }
  }
};

/** The part of a text around the words of a fact's object. */
const near = (text: string, { objectName }: Triple): string => {
  const at = Math.max(0, text.indexOf(objectName));
  return text.slice(Math.max(0, at - 2 * AROUND), at + objectName.length + AROUND);
};

const drawn = <T>(all: readonly T[], count: number, seed: number, nameOf: (one: T) => string): T[] =>
  all
    .map((one) => ({ one, rank: seededRank(seed, nameOf(one)) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
