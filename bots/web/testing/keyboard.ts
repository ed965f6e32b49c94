import type { Page } from 'playwright-core';

const INTERACTIVE = [
  ...['a[href]', 'button:enabled', 'input:enabled:not([type=hidden])', 'select:enabled', 'textarea:enabled', 'summary'],
  ...['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'menuitem'].map((role) => `[role=${role}]`),
].join(',');

/**
 * Finds elements that the mouse can use and the Tab key does not reach: controls that get no focus, and elements with a
 * pointer cursor that are not controls. A tab or radio button counts as reached when its group is, since the arrow keys move
 * within a group.
 */
export const unreachable = async (page: Page): Promise<string[]> => {
  const stops = await page.evaluate((interactive) => {
    const reached = new Set<EventTarget | null>([document.activeElement]);
    Object.assign(globalThis, { reachedByTab: reached });
    document.addEventListener('focusin', ({ target }) => reached.add(target));
    // A date input has up to four additional tab stops; 15 more allow for scrollable regions.
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
