import type { Page } from 'playwright-core';

const INTERACTIVE = [
  ...['a[href]', 'button:enabled', 'input:enabled:not([type=hidden])', 'select:enabled', 'textarea:enabled', 'summary'],
  ...['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'menuitem'].map((role) => `[role=${role}]`),
].join(',');

/**
 * What a hand on the mouse can use on the page as it is now and the Tab key does not reach: controls that take no focus, and
 * whatever shows a pointing hand without being a control. Tabs and radio buttons count as reached with their group, in which
 * the arrow keys move.
 */
export const unreachable = async (page: Page): Promise<string[]> => {
  const stops = await page.evaluate((interactive) => {
    const reached = new Set<EventTarget | null>([document.activeElement]);
    Object.assign(globalThis, { reachedByTab: reached });
    document.addEventListener('focusin', ({ target }) => reached.add(target));
    // A date's parts and its picker are stops of their own, and so is what scrolls.
    return document.querySelectorAll(interactive).length + 4 * document.querySelectorAll('[type=date]').length + 15;
  }, INTERACTIVE);
  for (let stop = 0; stop < stops; stop++) await page.keyboard.press('Tab');
  return page.evaluate((interactive) => {
    const { reachedByTab } = globalThis as unknown as { reachedByTab: Set<Element> };
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const groupReached = (element: Element) =>
      element instanceof HTMLInputElement && element.type === 'radio'
        ? [...reachedByTab].some((other) => other instanceof HTMLInputElement && other.name === element.name)
        : [...reachedByTab].some((other) => element.closest('[role=tablist], [role=radiogroup]')?.contains(other));
    const controls = [...document.querySelectorAll(interactive)].filter(
      (element) => seen(element) && !reachedByTab.has(element) && !groupReached(element),
    );
    const hands = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        seen(element) &&
        getComputedStyle(element).cursor === 'pointer' &&
        !element.closest(`${interactive}, label, :disabled`),
    );
    return [...controls, ...hands].map(({ outerHTML }) => outerHTML.slice(0, 120));
  }, INTERACTIVE);
};
