import type { Page } from 'playwright-core';

/** Minimum contrast ratio of normal text against its background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

/**
 * Measures the contrast of every visible text against its background.
 * @returns `background`: the relative luminance of the page's background, from 0 (black) to 1 (white); `low`: the elements
 *   below MIN_CONTRAST, each with its ratio
 */
export const contrasts = (page: Page): Promise<{ background: number; low: string[] }> =>
  page.evaluate((enough) => {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const rgba = (color: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    };
    const luminance = (color: string) => {
      const [r, g, b] = Array.from(rgba(color), (value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const ground = (element: Element | null): string => {
      for (let one = element; one; one = one.parentElement) {
        const color = getComputedStyle(one).backgroundColor;
        if (rgba(color)[3] === 255) return color;
      }
      return 'white';
    };
    const low = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const box = element.getBoundingClientRect();
      if (!own || box.width < 2 || box.height < 2 || !element.checkVisibility()) return [];
      const [text, behind] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
      const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
      return ratio < enough ? [`${element.className || element.tagName} ${ratio.toFixed(2)}`] : [];
    });
    return { background: luminance(ground(document.body)), low: [...new Set(low)] };
  }, MIN_CONTRAST);
