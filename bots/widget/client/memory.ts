import type { TurnState } from '../../web/client/turn-state.ts';

/** What the widget keeps while a tab is open, so that a chat goes on from page to page of a site. */
export interface Memory {
  readonly visitor: string;
  conversation: string;
  open: boolean;
  /** Finished turns, oldest first. */
  turns: TurnState[];
  save(): void;
  /** Begins a new conversation. */
  clear(): void;
}

const KEY = 'parley-widget';
const MAX_TURNS = 20;

/** Where storage is refused, the chat lasts until the page is left. @param base one memory for each Parley on a site */
export const openMemory = (base: string): Memory => {
  const key = `${KEY}:${base}`;
  const memory: Memory = {
    visitor: randomKey(),
    conversation: crypto.randomUUID(),
    open: false,
    turns: [],
    save() {
      const { visitor, conversation, open, turns } = memory;
      const kept = turns.slice(-MAX_TURNS).map((turn) => ({ ...turn, trace: [] }));
      attempt(() => sessionStorage.setItem(key, JSON.stringify({ visitor, conversation, open, turns: kept })));
    },
    clear() {
      memory.conversation = crypto.randomUUID();
      memory.turns = [];
      memory.save();
    },
  };
  attempt(() => {
    const stored = sessionStorage.getItem(key);
    if (stored !== null) Object.assign(memory, JSON.parse(stored));
  });
  return memory;
};

/** Storage may be switched off or full; the widget works without it. */
const attempt = (act: () => void): void => {
  try {
    act();
  } catch {}
};

/** 32 random bytes in base64url. */
const randomKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
