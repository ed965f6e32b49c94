import { test } from 'vitest';
import { type FakeConnector, openWork } from './connector.contract.ts';

export const PRIYA = 'priya@example.com';
export const TOM = 'tom@example.com';
/** The text of each page of `fivePages`. */
export const html = 'Helmets are worn in the whole hall, without exception.';

/** Pages 1 to 5, which the members of the group `staff` may see. */
export const fivePages = (fake: FakeConnector, staff: readonly string[] = [PRIYA, TOM]): void => {
  fake.putGroup('staff', staff);
  fake.openTo({ groups: ['staff'] });
  for (const id of ['1', '2', '3', '4', '5']) fake.putPage(id, { title: `Page ${id}`, html });
};

/**
 * The `it` of one connector's own tests, beside the contract: each test gets a fake of its own (`fake`) and a Parley over it
 * (`work`), which are closed after it. `ingest` reads the fake's place as the source `there`, `sync` reads it again.
 *
 * @param fill what the fake holds before a test
 * @example
 * const it = connectorTest(startJira);
 * it('…', async ({ fake, work, ingest }) => { … });
 */
export const connectorTest = <Fake extends FakeConnector>(
  start: () => Promise<Fake>,
  fill: (fake: Fake) => void = (fake) => fivePages(fake),
) =>
  test
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that this needs nothing else.
    .extend('fake', async ({}, { onCleanup }) => {
      const fake = await start();
      onCleanup(() => fake.close());
      fill(fake);
      return fake;
    })
    .extend('work', async ({ fake }, { onCleanup }) => {
      const work = openWork(fake);
      onCleanup(() => work.close());
      return work;
    })
    .extend(
      'ingest',
      async ({ fake, work }) =>
        () =>
          work.ingest([fake.input], { source: 'there' }),
    )
    .extend(
      'sync',
      async ({ work }) =>
        () =>
          work.sync(['there']),
    );
