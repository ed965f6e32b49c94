import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lacks } from '../../bench/bench.ts';
import { EVERYONE } from '../../core/document.ts';
import { findOrders, type Order } from '../../core/injection/find-orders.ts';
import { findTalk } from '../../core/injection/find-talk.ts';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';

export const about =
  'what the defence against pages that attack takes from honest ones: passages of folders in which it finds something';

/** Characters of a find that are shown. */
const SHOWN = 160;

/**
 * `npm run bench -- false-alarms FOLDER … [--show]`: ingests folders that nobody attacks (a manual, a wiki) into a folder of its
 * own, and counts the passages in which an attack, an order or talk about answers is found.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const folders = options.filter((option) => !option.startsWith('--'));
  if (folders.length === 0) return lacks('a folder of honest pages, such as a manual of a Debian package');
  const data = await mkdtemp(path.join(tmpdir(), 'parley-false-alarms-'));
  const parley = await openParley({ settings: readSettings({ PARLEY_DATA: data, PARLEY_LOG: 'silent' }) });
  const found: Record<Order['severity'] | 'talk', number> = { attack: 0, directive: 0, talk: 0 };
  let passages = 0;
  try {
    await parley.ingest(folders);
    const { documents } = parley.stores;
    for await (const { id: documentId } of documents.stamps()) {
      for (const { id, text } of await documents.passagesOf(documentId, [EVERYONE])) {
        passages += 1;
        const orders = findOrders(text);
        for (const severity of new Set(orders.map((one) => one.severity))) found[severity] += 1;
        const talk = findTalk(text);
        if (talk.length > 0) found.talk += 1;
        if (!options.includes('--show')) continue;
        for (const { kind, start, end } of [
          ...orders.map((order) => ({ ...order, kind: order.severity })),
          ...talk.map((span) => ({ ...span, kind: 'talk' })),
        ])
          console.log(`${kind}  ${id}  ${text.slice(start, end).replace(/\s+/g, ' ').slice(0, SHOWN)}`);
      }
    }
  } finally {
    await parley.close();
    await rm(data, { recursive: true });
  }
  const share = (count: number) => `${count} (${((100 * count) / Math.max(1, passages)).toFixed(2)} %)`;
  console.log(
    `${passages} passages: an attack in ${share(found.attack)}, an order in ${share(found.directive)}, talk about answers in ${share(found.talk)}`,
  );
};
