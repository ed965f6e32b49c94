import { documentRow, worldPages } from './documents.ts';
import { openWorld } from './world.ts';

export const about = 'a world of 1,000,000 passages, streamed: passages a second and resident memory';

const size = 1_000_000;
const marks = 4;

export const run = async (): Promise<void> => {
  const started = performance.now();
  let passages = 0;
  let characters = 0;
  let mark = size / marks;
  for (const page of worldPages(openWorld({ seed: 7, size }))) {
    passages += page.passages.length;
    characters += documentRow(page).markdown!.length;
    if (passages < mark) continue;
    mark += size / marks;
    const memory = Math.round(process.memoryUsage.rss() / 1e6);
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `${passages} passages, ${Math.round(characters / 1e6)} MB of text: ${Math.round(passages / seconds)} a second, ${memory} MB resident (goal: 20,000 a second, flat)`,
    );
  }
};
