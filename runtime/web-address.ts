import type { Settings } from '../core/settings.ts';
import type { KeyValueStore } from '../stores/index.ts';

/** Key-value kind and key of the address at which the web page was last opened. */
const WEB_ADDRESS = 'web-address';
const LAST = 'last';

/** Stores the web page's address for commands that make links, since their PORT may differ from that of `start`. */
export const noteWebAddress = (keyValues: KeyValueStore, url: string): Promise<void> =>
  keyValues.put(WEB_ADDRESS, LAST, { url });

/** The address of the web page for links, without a slash: PARLEY_PUBLIC_URL, or where `start` last opened it. */
export const webAddress = async (
  keyValues: KeyValueStore,
  { PARLEY_PUBLIC_URL, PORT }: Pick<Settings, 'PARLEY_PUBLIC_URL' | 'PORT'>,
): Promise<string> => {
  if (PARLEY_PUBLIC_URL !== undefined) return PARLEY_PUBLIC_URL.replace(/\/+$/, '');
  const last = await keyValues.get<{ url: string }>(WEB_ADDRESS, LAST);
  return last?.url.replace(/\/+$/, '') ?? `http://localhost:${PORT}`;
};
