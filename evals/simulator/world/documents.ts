import type { DocumentRow } from '../../../core/document.ts';
import { entityTypes } from '../language/schema.ts';
import { COPIES, openExtraPages } from './extra-pages.ts';
import { type Page, pageOf } from './pages.ts';
import { hash } from './random.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

/** A page as a row of a JSONL corpus: Markdown with a heading above each passage but the first. */
export const documentRow = (page: Page): DocumentRow => {
  let markdown = '';
  for (const { heading, text } of page.passages) {
    if (markdown) markdown += '\n\n';
    markdown += heading ? `## ${heading}\n\n${text}` : text;
  }
  const row: DocumentRow = { id: page.id, title: page.title, markdown, url: page.url, updated_at: page.updatedAt };
  if (page.scope) row.scopes = [page.scope];
  return row;
};

/**
 * Every page of the world, one after the other; none is held. The guides at the end fill the world up to exactly `size`
 * passages (a world of fewer than 110 passages may be a little larger, for each type needs a few things).
 */
export function* worldPages(world: World): Generator<Page> {
  const extras = openExtraPages(world);
  let passages = 0;
  for (const type of entityTypes) {
    const count = world.count(type);
    for (let index = 0; index < count; index++) {
      const ref = { type, index };
      if (!world.exists(ref)) continue;
      const page = pageOf(world, ref);
      passages += page.passages.length;
      yield page;
    }
  }
  for (let i = 0; i < extras.archived; i++, passages++) yield extras.archivedPage(i);
  for (let i = 0; i < extras.drafts; i++, passages++) yield extras.draftPage(i);
  for (let i = 0; world.hard && i < extras.copied * COPIES; i++, passages++) yield extras.copyPage(i);
  for (let i = 0; passages < world.size; i++) {
    if (world.revision > 0 && hash(world.seed, 89, i) % 40 === 0) {
      passages++;
      continue;
    }
    const length = Math.min(1 + (hash(world.seed, 90, i) % 3), world.size - passages);
    passages += length;
    yield extras.guidePage(i, length);
  }
}

/**
 * The world's corpus as JSONL rows, streamed: the same seed, size and revision give the same bytes on any machine.
 *
 * @example
 * for (const row of worldDocuments({ seed: 7, size: 2000 })) file.write(`${JSON.stringify(row)}\n`);
 */
export function* worldDocuments(options: WorldOptions): Generator<DocumentRow> {
  for (const page of worldPages(openWorld(options))) yield documentRow(page);
}
