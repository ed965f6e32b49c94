const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The length of a text in words. In scripts without spaces, two characters count as a word. Link targets do not count. */
export const countWords = (text: string): number => {
  const shown = text.includes('](') ? text.replace(/\]\([^()\s]{0,2000}\)/g, '') : text;
  let words = 0;
  let inside = false;
  for (let i = 0; i < shown.length; i++) {
    const space = shown.charCodeAt(i) <= 32;
    if (!space && !inside) words++;
    inside = !space;
  }
  return /[\u0E00-\u9FFF]/.test(shown) ? words + Math.floor((shown.match(CJK)?.length ?? 0) / 2) : words;
};
