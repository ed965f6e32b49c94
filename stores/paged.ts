/**
 * Streams rows in pages, so that no query stays open while the consumer works.
 *
 * @param page reads the rows after `last`; an empty page ends the stream
 */
export async function* paged<Row>(page: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await page(last);
    if (rows.length === 0) return;
    yield* rows;
    last = rows.at(-1);
  }
}
