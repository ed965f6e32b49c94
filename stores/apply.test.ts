import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChanges, type SeparateStores } from './apply.ts';
import type { Change } from './changes.ts';
import { digestStores } from './digest.ts';
import type { Embedded } from './embedded/index.ts';
import { openEmbedded } from './embedded/index.ts';
import type { WritableGraphStore } from './graph.ts';
import { openStores } from './open.ts';
import type { WritableStores } from './stores.ts';
import { history, SPACE, version } from './testing/changing-world.ts';
import { testStores } from './testing/test-stores.ts';

/** A simulated crash. */
class Crash extends Error {}

/** A store that crashes when `fuse.left` calls were made, before or after the last of them. */
const fragile = <Store extends object>(store: Store, fuse: { left: number; after: boolean }): Store =>
  new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return async (...values: unknown[]) => {
        fuse.left -= 1;
        if (fuse.left < 0) throw new Crash('the process is dead');
        const crashes = fuse.left === 0;
        if (crashes && !fuse.after) throw new Crash('before the call');
        const result = await (member.apply(target, values) as Promise<unknown>);
        if (crashes) throw new Crash('after the call');
        return result;
      };
    },
  });

/** Records in one file, vectors and graph in another: two databases without any server. */
const apart = (records: Embedded, others: Embedded, fuse?: { left: number; after: boolean }) => {
  const used = { vectors: false, graph: false };
  const elsewhere: SeparateStores = { vectors: others.vectors, graph: others.graph };
  const { withLock, ...rest } = records.records(used);
  const changes = createChanges(
    { ...(fuse ? fragile(rest, fuse) : rest), withLock },
    fuse ? { vectors: fragile(others.vectors, fuse), graph: fragile(others.graph, fuse) } : elsewhere,
    { vectors: others.vectors, graph: others.graph },
  );
  return {
    changes,
    stores: { ...records, vectors: others.vectors, graph: others.graph, apply: changes.apply } as WritableStores,
  };
};

describe('a change over two databases', () => {
  const test = testStores();
  afterAll(() => test.dispose());
  beforeEach(() => test.reset());
  const open = () =>
    [
      openEmbedded(`${test.settings.PARLEY_DATA}/records.db`),
      openEmbedded(`${test.settings.PARLEY_DATA}/others.db`),
    ] as const;

  const before: Change[] = history(3);
  const change: Change = {
    put: [version(1, 70), version(2, 71), version(30, 72)],
    delete: ['page-5', 'page-6', 'page-7'],
  };

  const clean = async () => {
    const [records, others] = open();
    const { stores } = apart(records, others);
    await stores.vectors.open(SPACE);
    for (const each of before) await stores.apply(each);
    const unchanged = await digestStores(stores);
    const receipt = await stores.apply(change);
    const changed = await digestStores(stores);
    await Promise.all([records.close(), others.close()]);
    await test.reset();
    return { unchanged, changed, receipt };
  };

  it('is completed by the running process once the failed store is back, without another change', async () => {
    const { changed } = await clean();
    const [records, others] = open();
    const healthy = apart(records, others);
    await healthy.stores.vectors.open(SPACE);
    for (const each of before) await healthy.stores.apply(each);
    let down = true;
    const graph: WritableGraphStore = {
      ...others.graph,
      put: (knowledge) => (down ? Promise.reject(new Error('the graph is down')) : others.graph.put(knowledge)),
    };
    const separate = { vectors: others.vectors, graph };
    const changes = createChanges(records.records({ vectors: false, graph: false }), separate, separate);
    vi.useFakeTimers();
    try {
      await expect(changes.apply(change)).rejects.toThrow('the graph is down');
      // The first retry fails as well.
      await vi.advanceTimersByTimeAsync(6000);
      expect(await digestStores(healthy.stores)).not.toEqual(changed);
      down = false;
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await digestStores(healthy.stores)).toEqual(changed);
      expect(vi.getTimerCount()).toBe(0);
      down = true;
      await expect(changes.apply({ put: [version(40, 73)] })).rejects.toThrow('the graph is down');
      changes.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
      changes.close();
      await Promise.all([records.close(), others.close()]);
    }
  });

  it('is completed or was never made, wherever the process dies', async () => {
    const { unchanged, changed, receipt } = await clean();
    expect(changed).not.toEqual(unchanged);
    expect(receipt.documents).toBeGreaterThan(0);
    const outcomes: string[] = [];
    for (const after of [false, true])
      for (let left = 1; ; left += 1) {
        await test.reset();
        const [records, others] = open();
        const healthy = apart(records, others);
        await healthy.stores.vectors.open(SPACE);
        for (const each of before) await healthy.stores.apply(each);
        const dying = apart(records, others, { left, after });
        const survived = await dying.stores.apply(change).then(
          () => true,
          (error) => {
            if (!(error instanceof Crash)) throw error;
            return false;
          },
        );
        dying.changes.close();
        await Promise.all([records.close(), others.close()]);

        const [laterRecords, laterOthers] = open();
        const later = apart(laterRecords, laterOthers);
        await later.changes.resumePending();
        const digests = await digestStores(later.stores);
        const made = digests.documents!.sha256 === changed.documents!.sha256;
        outcomes.push(made ? 'made' : 'not made');
        expect(digests).toEqual(made ? changed : unchanged);
        expect(await later.stores.apply(change, { dryRun: true })).toMatchObject(
          made ? { documents: 0 } : { documents: receipt.documents },
        );
        await Promise.all([laterRecords.close(), laterOthers.close()]);
        if (survived) break;
      }
    // Crashes were simulated at every call, some before the records were committed, most after.
    expect(outcomes.filter((outcome) => outcome === 'not made').length).toBeGreaterThan(1);
    expect(outcomes.filter((outcome) => outcome === 'made').length).toBeGreaterThan(10);
  });

  it('completes what a dead process left before it makes its own, newer change', async () => {
    const [records, others] = open();
    await others.vectors.open(SPACE);
    const dying = apart(records, others, { left: 4, after: false });
    await expect(dying.stores.apply({ put: [version(1, 1)] })).rejects.toThrow(Crash);
    const { stores } = apart(records, others);
    await stores.apply({ put: [version(1, 2)] });
    const alone = openEmbedded(':memory:');
    await alone.vectors.open(SPACE);
    await alone.apply({ put: [version(1, 2)] });
    expect(await digestStores(stores)).toEqual(await digestStores(alone));
    await Promise.all([records.close(), others.close(), alone.close()]);
  });

  it('counts in its receipt exactly what went, and in a dry run what would go', async () => {
    const { receipt } = await clean();
    const alone = openEmbedded(':memory:');
    await alone.vectors.open(SPACE);
    for (const each of before) await alone.apply(each);
    const [documents, vectors, graph] = [
      await alone.documents.count(),
      await alone.vectors.count(),
      await alone.graph.count(),
    ];
    const untouched = await digestStores(alone);
    expect(await alone.apply({ delete: change.delete }, { dryRun: true })).toEqual(receipt);
    expect(await digestStores(alone)).toEqual(untouched);
    expect(await alone.apply({ delete: change.delete })).toEqual(receipt);
    expect(await alone.documents.count()).toEqual({
      documents: documents.documents - receipt.documents,
      passages: documents.passages - receipt.passages,
      tables: documents.tables - receipt.tables,
    });
    expect(await alone.vectors.count()).toBe(vectors - receipt.vectors);
    expect(await alone.graph.count()).toMatchObject({
      triples: graph.triples - receipt.triples,
      entities: graph.entities - receipt.entities,
    });
    await alone.close();
  });
});

it('opens what was left although a server is down, and says that a change still waits', async () => {
  const test = testStores();
  const settings = { ...test.settings, CHROMA_URL: 'http://127.0.0.1:9' };
  const stores = await openStores(settings);
  await expect(stores.apply({ put: [version(1, 1)] })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await stores.close();
  const warnings: string[] = [];
  const log = { debug() {}, info() {}, error() {}, warn: (_: object, text: string) => void warnings.push(text) };
  const again = await openStores(settings, { log: log as never });
  expect(warnings).toHaveLength(1);
  expect((await again.documents.count()).documents).toBe(1);
  await again.close();
  const later = await openStores(test.settings);
  expect((await later.lexical.search('version', 5, ['team'])).length).toBeGreaterThan(0);
  await later.close();
  await test.dispose();
});
