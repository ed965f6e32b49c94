/**
 * Moves the focus when the page removes the element that has it, such as a suggested question that was asked: otherwise a
 * keyboard begins again at the top of the page. The browser itself says nothing when it drops the focus.
 *
 * @param root the part of the page whose changes are watched
 * @param instead moves the focus to where the person goes on
 */
export const keepFocus = (root: Element, instead: () => void): void => {
  let last: Element | undefined;
  root.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  // A person who leaves an element on purpose leaves it in the page. Some browsers fire this for removed elements too.
  root.addEventListener('focusout', ({ target }) => {
    queueMicrotask(() => {
      if (target === last && last?.isConnected) last = undefined;
    });
  });
  new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = undefined;
    if (document.activeElement === document.body) instead();
  }).observe(root, { childList: true, subtree: true });
};
