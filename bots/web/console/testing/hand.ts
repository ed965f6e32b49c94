import type { Locator, Page } from 'playwright-core';

/** A way to operate the page: by mouse or by keyboard. Tests run the same steps with both. */
export interface Hand {
  /** Activates a button, link or tab. */
  press(what: Locator): Promise<void>;
  type(into: Locator, words: string): Promise<void>;
  /** Selects an option of a `select` by its text. */
  choose(from: Locator, option: string): Promise<void>;
  /** Number of calls of `press`. */
  readonly presses: number;
}

/** Operates the page with the mouse. */
export const byMouse = (): Hand => {
  let presses = 0;
  return {
    async press(what) {
      presses += 1;
      await what.click();
    },
    type: (into, words) => into.fill(words),
    choose: async (from, option) => void (await from.selectOption(option)),
    get presses() {
      return presses;
    },
  };
};

/** More tab stops than any page has: an element that is not reached by then cannot be reached by keyboard. */
const MAX_STOPS = 150;

/** Operates the page with Tab, arrow keys, Enter and letters only; never sets the focus from code. */
export const byKeyboard = (page: Page): Hand => {
  let presses = 0;
  const isAt = (what: Locator) => what.evaluate((element) => element === document.activeElement);
  const reach = async (what: Locator): Promise<void> => {
    await what.waitFor();
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      if (await isAt(what)) return;
      await page.keyboard.press('Tab');
      // Only one tab of a tab list is a tab stop; the arrow keys move to the others.
      const inTabs = await page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab');
      if (inTabs && (await what.getAttribute('role')) === 'tab')
        for (let tab = 0; tab < 8 && !(await isAt(what)); tab += 1) await page.keyboard.press('ArrowRight');
    }
    throw new Error(`Not reached by keyboard: ${await what.evaluate((element) => element.outerHTML.slice(0, 200))}`);
  };
  return {
    async press(what) {
      presses += 1;
      await reach(what);
      await page.keyboard.press('Enter');
    },
    async type(into, words) {
      await reach(into);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(words);
    },
    async choose(from, option) {
      await reach(from);
      await page.keyboard.type(option);
    },
    get presses() {
      return presses;
    },
  };
};
