import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../../../core/log.ts';
import { createCases } from '../../../runtime/cases/cases.ts';
import { openParley } from '../../../runtime/open.ts';
import { createConversations } from '../../conversation/conversations.ts';
import { readBotSettings } from '../../settings.ts';

/** Opens a real Parley without a model over a small handbook. `write` changes a page and ingests it again. */
export const openHandbook = async (environment: Record<string, string>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-chat-'));
  const pages = path.join(folder, 'handbook');
  const settings = readBotSettings({ PARLEY_DATA: path.join(folder, 'data'), ...environment });
  const parley = await openParley({ settings, log: silentLog });
  const write = async (name: string, text: string) => {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(pages, { recursive: true });
    writeFileSync(path.join(pages, name), text);
    await parley.ingest([pages], { source: 'handbook' });
  };
  await write(
    'leave.md',
    '# Leave policy\n\nEvery employee has 28 days of paid leave a year.\n\nIn the first year of employment the paid leave is 20 days.\n',
  );
  await write(
    'travel.md',
    '# Travel\n\nTrains are booked in second class.\n\nFlights need the approval of the head of department.\n',
  );
  const closing = new AbortController();
  const conversations = createConversations({
    agent: parley.agent,
    store: parley.stores.conversations,
    cases: createCases(parley.stores),
    closing: closing.signal,
  });
  return {
    parley,
    settings,
    conversations,
    write,
    async close(platform: { close(): Promise<void> }) {
      closing.abort();
      await platform.close();
      await parley.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
