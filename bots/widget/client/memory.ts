import type { TurnState } from '../../web/client/turn-state.ts';

/** The widget's state in `sessionStorage`, so that a chat continues across the pages of a site while its tab is open. */
export interface Memory {
  readonly visitor: string;
  conversation: string;
  open: boolean;
  /** Finished turns, oldest first. */
  turns: TurnState[];
  save(): void;
  /** Deletes the turns and starts a new conversation; the visitor's key stays. */
  clear(): void;
}

const KEY = 'parley-widget';
const MAX_TURNS = 20;

/**
 * Loads the stored state. Without access to storage, the chat lasts until the visitor leaves the page.
 * @param base the Parley server's URL; each server has its own state
 */
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

/** Ignores errors, since storage may be disabled or full. */
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
