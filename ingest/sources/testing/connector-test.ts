import { test } from 'vitest';
import { type DoubleConnector, openWork } from './connector.contract.ts';

export const PRIYA = 'priya@example.com';
export const TOM = 'tom@example.com';
/** The text of each page of `fivePages`. */
export const html = 'Helmets are worn in the whole hall, without exception.';

/** Pages 1 to 5, which the members of the group `staff` may see. */
export const fivePages = (double: DoubleConnector, staff: readonly string[] = [PRIYA, TOM]): void => {
  double.putGroup('staff', staff);
  double.openTo({ groups: ['staff'] });
  for (const id of ['1', '2', '3', '4', '5']) double.putPage(id, { title: `Page ${id}`, html });
};

/**
 * The `it` of one connector's own tests, beside the contract: each test gets a double of its own (`double`) and a Parley over it
 * (`work`), which are closed after it. `ingest` reads the double's place as the source `there`, `sync` reads it again.
 *
 * @param fill what the double holds before a test
 * @example
 * const it = connectorTest(startJira);
 * it('…', async ({ double, work, ingest }) => { … });
 */
export const connectorTest = <Double extends DoubleConnector>(
  start: () => Promise<Double>,
  fill: (double: Double) => void = (double) => fivePages(double),
) =>
  test
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern that this needs nothing else.
    .extend('double', async ({}, { onCleanup }) => {
      const double = await start();
      onCleanup(() => double.close());
      fill(double);
      return double;
    })
    .extend('work', async ({ double }, { onCleanup }) => {
      const work = openWork(double);
      onCleanup(() => work.close());
      return work;
    })
    .extend(
      'ingest',
      async ({ double, work }) =>
        () =>
          work.ingest([double.input], { source: 'there' }),
    )
    .extend(
      'sync',
      async ({ work }) =>
        () =>
          work.sync(['there']),
    );
