import type { Source } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import {
  createAuditTrail,
  createErasedPeople,
  type DeletionReceipt,
  type KeyValueId,
  namesOfPerson,
  type PersonalRecord,
  QUESTION_RECORDS,
  questionChannel,
  revisionId,
  type Stores,
} from '../stores/index.ts';
import { createDirectory } from './access/directory.ts';
import { eraseMentions } from './erase-mentions.ts';
import { nothingRemoved } from './report.ts';
import { memoryOf, type SourceMemory } from './resolve-input.ts';
import { forgetScans } from './sandbox/read-in-pieces.ts';

/** What `forget` found under an id, and what it removed. */
export interface ForgetReceipt {
  id: string;
  kind: 'document' | 'source' | 'person';
  /** The folder, file or address of a source. */
  location?: string;
  dryRun: boolean;
  removed: Partial<DeletionReceipt> & {
    turns?: number;
    feedback?: number;
    conversations?: number;
    cases?: number;
    /** Records of platforms and processes about a person. */
    records?: number;
    /** People whose groups a connector had mirrored from the source. */
    memberships?: number;
    /** Posted answers that cited one of the pages. */
    citations?: number;
    /** Partly read scans, whose recognised pages were kept so that reading could resume. */
    scans?: number;
  };
  at: string;
}

const IDS_PER_BATCH = 500;

/** A question for a worker; its key is the id of its turn. */
const isForWorker = ({ kind }: KeyValueId): boolean => Object.values<string>(QUESTION_RECORDS).includes(kind);

/** A question of a chat, answered or not (bots/chat/delivery/outbox.ts). Its key is the id of its event, which names nobody. */
const isQuestion = ({ kind }: KeyValueId): boolean => /-(?:open|done)$/.test(kind);

/** The events of a question: its own, and that of its last edit, which a process may be about to claim. */
const eventsOf = ({ key, revision = 0 }: PersonalRecord): string[] => [key, revisionId({ key, revision })];

/**
 * Erases a person. Records first that they were erased, so that their messages are not read back from a platform. Then erases
 * the platforms' records, so that no answer to a question of theirs is started, also when its event is delivered again; then
 * their turns, which also stops running answers; then the cases made from their feedback.
 */
export const erasePerson = async (
  stores: Pick<Stores, 'conversations' | 'keyValues' | 'cases' | 'relay'>,
  person: string,
): Promise<{ turns: number; feedback: number; conversations: number; cases: number; records: number }> => {
  const closeQuestions = (records: readonly PersonalRecord[]) =>
    stores.conversations.closeEvents(records.filter(isQuestion).flatMap(eventsOf));
  const dropRelayed = async (records: readonly KeyValueId[]): Promise<void> => {
    for (const { key } of records.filter(isForWorker)) await stores.relay.drop(questionChannel(key));
  };
  const forgetRecords = async (): Promise<number> => {
    // An event that is delivered again finds its record or finds itself closed, at any moment. Records that are written in
    // between are closed after they are gone.
    const known = await stores.keyValues.ofPerson(person);
    await closeQuestions(known);
    // Before the records, without which an erasure that is made again after a crash would not find it.
    await dropRelayed(known);
    const gone = await stores.keyValues.forgetPerson(person);
    await closeQuestions(gone);
    // Its worker sends nothing more, since its records are gone; what it sent before may have no receiver.
    await dropRelayed(gone);
    return gone.length;
  };
  await createErasedPeople(stores.keyValues).add(person);
  const records = await forgetRecords();
  const erased = await stores.conversations.forgetPerson(person);
  const cases = await stores.cases.forgetPerson(person);
  // Again, for records written while the turns were deleted. Changes that they made or asked for stay, without their name.
  const later = (await forgetRecords()) + (await createAuditTrail(stores.keyValues).forgetPerson(person));
  return { ...erased, cases, records: records + later };
};

/** What `erasePerson` would erase, by the same statements, which are rolled back. */
const countPerson = async (
  stores: Pick<Stores, 'conversations' | 'keyValues' | 'cases'>,
  person: string,
): ReturnType<typeof erasePerson> => {
  const dryRun = true;
  const records = await stores.keyValues.ofPerson(person);
  const changes = await createAuditTrail(stores.keyValues).forgetPerson(person, { dryRun });
  const erased = await stores.conversations.forgetPerson(person, { dryRun });
  const cases = await stores.cases.forgetPerson(person, { dryRun });
  return { ...erased, cases, records: records.length + changes };
};

/**
 * Erases a person under all known names: roles and group memberships are stored under the sign-in address, questions under an
 * id.
 *
 * @param person an id, or an e-mail address
 * @param options.dryRun counts, and erases nothing
 */
export const erasePersonByAllNames = async (
  stores: Pick<Stores, 'conversations' | 'keyValues' | 'cases' | 'relay'>,
  person: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Awaited<ReturnType<typeof erasePerson>>> => {
  const total = { turns: 0, feedback: 0, conversations: 0, cases: 0, records: 0 };
  // Read before anything is erased, because the record that maps an id to its address is erased too.
  for (const name of await namesOfPerson(stores.keyValues, person)) {
    const erased = await (dryRun ? countPerson : erasePerson)(stores, name);
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += erased[key];
  }
  return total;
};

/**
 * Removes a document, a source or a person (`person:ID`) everywhere. A document stays away: its source remembers its id, so
 * that neither `sync` nor `ingest` brings it back before `unforget`.
 *
 * @param options.scans folder of the recognised pages of partly read scans. They are removed with their source and with any of
 *   its documents, because a partly read scan has no document id yet.
 * @throws UNKNOWN_ID when nothing has that id
 */
export const forget = async (
  stores: Stores,
  id: string,
  { dryRun = false, scans: folder }: { dryRun?: boolean; scans?: string } = {},
): Promise<ForgetReceipt> => {
  const at = new Date().toISOString();
  if (id.startsWith('person:')) {
    const person = id.slice('person:'.length);
    const removed = await erasePersonByAllNames(stores, person, { dryRun });
    return { id, kind: 'person', dryRun, removed, at };
  }
  const keptScans = async (sourceId: string): Promise<{ scans?: number }> => {
    const scans = folder === undefined ? 0 : await forgetScans(folder, sourceId, { dryRun });
    return scans === 0 ? {} : { scans };
  };
  const sources = await stores.documents.sources();
  const source = sources.find((known) => known.id === id);
  if (source) {
    const removed = { ...(await removeSource(stores, source, sources, dryRun)), ...(await keptScans(id)) };
    return { id, kind: 'source', location: source.location, dryRun, removed, at };
  }
  const stamp = (await stores.documents.stampsOf([id])).get(id);
  if (!stamp) {
    // A source is saved with its first page. If its reading stopped before, only pages of scans may exist.
    const removed = await keptScans(id);
    if (removed.scans !== undefined) return { id, kind: 'source', dryRun, removed, at };
    throw new ParleyError('UNKNOWN_ID', {
      message: `There is no document, source or person ${id}.`,
      remedy: '`parley sources` lists the sources; `search --json` shows document ids; a person is person:ID.',
    });
  }
  const owner = sources.find((known) => known.id === stamp.sourceId);
  // Before the deletion, so that the next sync deletes the document after a crash between the two.
  if (owner && !dryRun) await remember(stores, owner, { forgotten: [...memoryOf(owner).forgotten, id] });
  const removed = await withMentions(stores, [id], { dryRun }, () => stores.apply({ delete: [id] }, { dryRun }));
  return { id, kind: 'document', dryRun, removed: { ...removed, ...(await keptScans(stamp.sourceId)) }, at };
};

/**
 * Deletes pages, and erases what other records say of them: before, because after a crash nobody knows the ids of deleted
 * pages any more, and again after it, for what was written meanwhile.
 * @returns what was deleted, and how many posted answers cited one of the pages
 */
const withMentions = async <Removed extends object>(
  stores: Stores,
  ids: readonly string[],
  options: { dryRun: boolean; sourceId?: string },
  deletePages: () => Promise<Removed>,
): Promise<Removed & { citations: number }> => {
  const before = await eraseMentions(stores, ids, options);
  const removed = await deletePages();
  const later = options.dryRun ? 0 : (await eraseMentions(stores, ids, options)).citations;
  return { ...removed, citations: before.citations + later };
};

/**
 * Lets a forgotten document in again with the next `sync` or `ingest` of its source.
 * @returns the source
 * @throws UNKNOWN_ID when no document of that id was forgotten
 */
export const unforget = async (stores: Stores, id: string): Promise<string> => {
  const source = (await stores.documents.sources()).find((one) => memoryOf(one).forgotten.includes(id));
  if (!source) {
    throw new ParleyError('UNKNOWN_ID', {
      message: `No document ${id} was forgotten.`,
      remedy: '`parley sources NAME` lists what a source leaves out.',
    });
  }
  const forgotten = memoryOf(source).forgotten.filter((one) => one !== id);
  // Without the connectors' memories, the source is read in full, including what has not changed.
  await remember(stores, source, { forgotten, memories: {} });
  return source.id;
};

const remember = (
  stores: Stores,
  { id, kind, location, scopes, syncedAt, options }: Source,
  memory: Partial<SourceMemory>,
) => stores.documents.putSource({ id, kind, location, scopes, syncedAt, options: { ...options, ...memory } });

const removeSource = async (
  stores: Stores,
  source: Source,
  sources: readonly Source[],
  dryRun: boolean,
): Promise<ForgetReceipt['removed']> => {
  const total = nothingRemoved();
  const ids: string[] = [];
  for await (const stamp of stores.documents.stamps(source.id)) ids.push(stamp.id);
  // A dry run uses one batch: what two batches share would count in neither.
  const size = dryRun ? Math.max(1, ids.length) : IDS_PER_BATCH;
  const removed = await withMentions(stores, ids, { dryRun, sourceId: source.id }, async () => {
    for (let from = 0; from < ids.length; from += size) {
      const batch = await stores.apply({ delete: ids.slice(from, from + size) }, { dryRun });
      for (const key of Object.keys(total) as (keyof DeletionReceipt)[]) total[key] += batch[key];
    }
    return { ...total, memberships: await forgetPlaces(stores, source, sources, dryRun) };
  });
  if (!dryRun) await stores.documents.deleteSource(source.id);
  return removed;
};

/** Removes the group memberships of places that only this source reads. @returns how many people had one */
const forgetPlaces = async (
  { keyValues }: Stores,
  source: Source,
  sources: readonly Source[],
  dryRun: boolean,
): Promise<number> => {
  const placesOf = (of: Source) => [of.location, ...memoryOf(of).inputs.map(({ location }) => location)];
  const others = new Set(sources.filter(({ id }) => id !== source.id).flatMap(placesOf));
  const directory = createDirectory(keyValues);
  let people = 0;
  for (const place of new Set(placesOf(source))) {
    if (others.has(place)) continue;
    people += await directory.members(place);
    if (!dryRun) await directory.remove(place);
  }
  return people;
};
