import type { Locator, Page } from 'playwright-core';

/** How a person reaches what is on the page. */
export interface Hand {
  /** Presses a button, follows a link, opens a tab. */
  press(what: Locator): Promise<void>;
  type(into: Locator, words: string): Promise<void>;
  /** Picks an option of a list by its words. */
  choose(from: Locator, option: string): Promise<void>;
  /** How often something was pressed. */
  readonly presses: number;
}

/** By pointing and clicking. */
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

/** Stops on the way that no page has: what is not reached by then is not reached by keyboard. */
const MAX_STOPS = 150;

/** By Tab, arrows, Enter and letters alone: nothing gets the focus but by these keys. */
export const byKeyboard = (page: Page): Hand => {
  let presses = 0;
  const isAt = (what: Locator) => what.evaluate((element) => element === document.activeElement);
  const reach = async (what: Locator): Promise<void> => {
    await what.waitFor();
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      if (await isAt(what)) return;
      await page.keyboard.press('Tab');
      // Of tabs that belong together one has the focus; arrows lead to the others.
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
