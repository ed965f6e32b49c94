import type { Passage, Scope } from '../../../core/document.ts';
import { counted } from '../../../core/text/counted.ts';
import { graphFaults, passageBatches, vectorFaults } from '../../../retrieval/index.ts';
import type { Stores } from '../../../stores/index.ts';
import { broken, type Finding, ok } from '../finding.ts';

/** Progress and cancellation of a check over all pages. */
export interface LookOptions {
  onProgress?: (reached: string) => void;
  signal?: AbortSignal;
}

const REINDEX = 'Run `parley reindex`.';
const RESTORE_OR_REINGEST = 'Restore a backup, or `parley forget` its source and ingest it again.';
/** Approximate number of documents, spread over all, whose full text is checked. */
const SAMPLE = 100;
/** A search for a passage's own words must find it among this many hits. */
const SAMPLE_HITS = 500;
/** Number of a passage's first words that are searched for. */
const SAMPLE_WORDS = 40;
/** If the last hit scores more than this share of the best, there are too many similar pages for the check to tell. */
const SIMILAR_SCORE_SHARE = 0.9;

/** Counts documents and remembers the first as an example. */
const createTally = () => {
  let first: string | undefined;
  return {
    count: 0,
    add(documentId: string) {
      this.count += 1;
      first ??= documentId;
    },
    get suchAs() {
      return first === undefined ? '' : ` (such as ${first})`;
    },
  };
};

type Tally = ReturnType<typeof createTally>;

interface PageFaults {
  passages: number;
  /** Number of passages with a vector. */
  encoded: number;
  missing: Tally;
  foreign: Tally;
  unlisted: Tally;
  sampled: number;
  unfound: Tally;
}

/**
 * Compares every page with its vectors, full text and passage index. Memory use is bounded by one batch.
 * @param options `encodes`: whether an encoder is set, so that every passage needs a vector
 */
export const checkPages = async (
  stores: Stores,
  { encodes, onProgress, signal }: LookOptions & { encodes: boolean },
): Promise<Finding[]> => {
  const total = await stores.documents.count();
  const faults: PageFaults = {
    passages: 0,
    encoded: 0,
    missing: createTally(),
    foreign: createTally(),
    unlisted: createTally(),
    sampled: 0,
    unfound: createTally(),
  };
  const every = Math.max(1, Math.floor(total.documents / SAMPLE));
  let documents = 0;
  for await (const { batch, passages } of passageBatches(stores.documents.hydrate())) {
    signal?.throwIfAborted();
    const { missing, foreign } = await vectorFaults(stores, passages);
    faults.passages += passages.length;
    faults.encoded += passages.length - missing.length;
    if (encodes) for (const { documentId } of missing) faults.missing.add(documentId);
    for (const { documentId } of foreign) faults.foreign.add(documentId);
    for (const { documentId } of await unlisted(stores, passages)) faults.unlisted.add(documentId);
    for (const one of batch) {
      if (documents++ % every !== 0 || one.passages.length === 0) continue;
      faults.sampled += 1;
      if (!(await isFound(stores, one.passages))) faults.unfound.add(one.document.id);
    }
    onProgress?.(`${faults.passages} of ${total.passages} passages`);
  }
  return [...(await vectorFindings(stores, faults, encodes)), ...(await wordFindings(stores, faults))];
};

const vectorFindings = async (
  { vectors }: Stores,
  { passages, encoded, missing, foreign }: PageFaults,
  encodes: boolean,
): Promise<Finding[]> => {
  const what = 'vectors by passage';
  const strays = (await vectors.count()) - encoded;
  const said = [
    missing.count > 0 &&
      `${missing.count} of ${counted(passages, 'passage')} ${missing.count === 1 ? 'has' : 'have'} no vector${missing.suchAs}.`,
    foreign.count > 0 &&
      `${counted(foreign.count, 'vector')} ${are(foreign.count)} kept for other people than may read the page, or for another page${foreign.suchAs}.`,
    strays > 0 && `${counted(strays, 'vector')} ${are(strays)} left of passages that are gone.`,
  ].filter((one) => one !== false);
  if (said.length > 0) return said.map((detail) => broken(what, detail, REINDEX));
  if (encodes) return [ok(what, `each of ${counted(passages, 'passage')} has its own`)];
  return [ok(what, `no encoder is set; ${counted(encoded, 'vector')} ${are(encoded)} left from before`)];
};

const wordFindings = async (
  { lexical, passageIndex }: Stores,
  { passages, unlisted, sampled, unfound }: PageFaults,
): Promise<Finding[]> => {
  const [words, lists = passages] = await Promise.all([lexical.count(), passageIndex?.count()]);
  const said: Finding[] = [];
  const add = (what: string, detail: string, remedy: string) => said.push(broken(what, detail, remedy));
  if (words !== passages)
    add(
      'words by page',
      `The index of words has ${words} passages, the records have ${passages}.`,
      RESTORE_OR_REINGEST,
    );
  if (unfound.count > 0)
    add(
      'words by page',
      `${unfound.count} of ${counted(sampled, 'page')} ${are(unfound.count)} not found by ${unfound.count === 1 ? 'its' : 'their'} own words${unfound.suchAs}.`,
      RESTORE_OR_REINGEST,
    );
  if (unlisted.count > 0)
    add(
      'lists by passage',
      `${unlisted.count} of ${counted(passages, 'passage')} ${are(unlisted.count)} not in the lists that ranking reads${unlisted.suchAs}.`,
      REINDEX,
    );
  const left = lists - (passages - unlisted.count);
  if (left > 0)
    add(
      'lists by passage',
      `${counted(left, 'passage')} ${are(left)} listed, and gone from the records.`,
      RESTORE_OR_REINGEST,
    );
  if (said.length > 0) return said;
  return [ok('words by page', `${counted(sampled, 'page')}, a sample, ${are(sampled)} found by their own words`)];
};

/** Compares the graph's knowledge of each page with the page. */
export const checkGraph = async (stores: Stores, { onProgress, signal }: LookOptions): Promise<Finding[]> => {
  const what = 'graph by page';
  const [gone, others, strays] = [createTally(), createTally(), createTally()];
  let pages = 0;
  const onBatch = (documents: number) => {
    signal?.throwIfAborted();
    pages += documents;
    onProgress?.(`${counted(pages, 'page')} of the graph`);
  };
  for await (const fault of graphFaults(stores, onBatch)) {
    if (fault.gone) gone.add(fault.documentId);
    if (fault.otherScopes) others.add(fault.documentId);
    for (let i = 0; i < fault.strays; i++) strays.add(fault.documentId);
  }
  const say = (count: number) => `${counted(count, 'page')} ${count === 1 ? 'says' : 'say'}`;
  const said = [
    gone.count > 0 &&
      `It holds what ${say(gone.count)}, though the ${gone.count === 1 ? 'page is' : 'pages are'} gone${gone.suchAs}.`,
    others.count > 0 &&
      `It shows what ${say(others.count)} to other people than may read ${others.count === 1 ? 'it' : 'them'}${others.suchAs}.`,
    strays.count > 0 &&
      `It holds ${counted(strays.count, 'mention or fact', 'mentions and facts')} of passages that are gone${strays.suchAs}.`,
  ].filter((one) => one !== false);
  const findings = said.map((detail) => broken(what, detail, REINDEX));
  const left = await countUnstated(stores, signal);
  if (left > 0)
    findings.push(
      broken(what, `${counted(left, 'entity or fact', 'entities and facts')} ${are(left)} stated by no page.`, RESTORE),
    );
  return findings.length > 0 ? findings : [ok(what, `agrees with the records about ${counted(pages, 'page')}`)];
};

const RESTORE = 'No answer shows them; to be rid of them, restore a backup.';

/** The number of entities and triples without statements. Streams leave these out, so compares them with the counts. */
const countUnstated = async ({ graph }: Stores, signal?: AbortSignal): Promise<number> => {
  const { entities, triples } = await graph.count();
  let stated = 0;
  for await (const _ of graph.allEntities()) if (++stated % 1000 === 0) signal?.throwIfAborted();
  for await (const _ of graph.allTriples()) if (++stated % 1000 === 0) signal?.throwIfAborted();
  return entities + triples - stated;
};

/** The passages that are not in the passage index with their scopes. */
const unlisted = async ({ passageIndex }: Stores, passages: readonly Passage[]): Promise<Passage[]> => {
  if (!passageIndex) return [];
  const listed = new Set<string>();
  for (const [scopes, alike] of Map.groupBy(passages, (passage) => JSON.stringify(passage.scopes)))
    for (const id of (
      await passageIndex.numbersOf(
        alike.map((passage) => passage.id),
        JSON.parse(scopes) as Scope[],
      )
    ).keys())
      listed.add(id);
  return passages.filter(({ id }) => !listed.has(id));
};

/** Whether a full-text search with the longest passage's own words and scopes finds it. */
const isFound = async ({ lexical }: Stores, passages: readonly Passage[]): Promise<boolean> => {
  const longest = passages.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const words = longest.text
    .match(/\p{L}+/gu)
    ?.slice(0, SAMPLE_WORDS)
    .join(' ');
  if (!words) return true;
  const hits = await lexical.search(words, SAMPLE_HITS, longest.scopes);
  if (hits.some(({ id }) => id === longest.id)) return true;
  return hits.length === SAMPLE_HITS && hits.at(-1)!.score > hits[0]!.score * SIMILAR_SCORE_SHARE;
};

const are = (count: number) => (count === 1 ? 'is' : 'are');
