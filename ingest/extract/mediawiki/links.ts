import { escapeHtml } from '../escape-html.ts';
import { replacePairs } from './nested.ts';

const FILE =
  /^(?:file|image|media|datei|bild|fichier|archivo|imagen|immagine|bestand|plik|fil|файл|ファイル|画像|文件|图像)\s*:/i;
const CATEGORY =
  /^(?:category|kategorie|catégorie|categoría|categoria|categorie|kategoria|kategori|категория|カテゴリ|分类|分類)\s*:/i;
/** The same page in another language, which wikis show beside the text. */
const LANGUAGE = /^(?:[a-z]{2,3}|[a-z]{2,3}-[a-z]{2,8}|simple):[^ ]/;
/** How a picture is shown. */
const PICTURE_OPTION =
  /^(?:thumb(?:nail)?|mini(?:atur)?|frame(?:d|less)?|border|left|right|center|none|links|rechts|zentriert|gauche|droite|centré|vignette|upright(?:[ =][\d.]*)?|hochkant|\d*(?:x\d+)?px|(?:alt|link|page|class|lang|thumb|seite)\s*=.*|baseline|sub|super|top|text-top|middle|bottom|text-bottom)$/i;

/**
 * Writes the links between pages as links of HTML; the captions of pictures stand in paragraphs of their own. Categories and links
 * to other languages are left out.
 *
 * @param isPlaced true if the page has an address, to which links are relative
 */
export const writeLinks = (text: string, isPlaced: boolean): string =>
  replacePairs(text, ['[[', ']]'], (inside) => {
    const bar = inside.indexOf('|');
    const target = (bar === -1 ? inside : inside.slice(0, bar)).trim();
    const shown = bar === -1 ? '' : inside.slice(bar + 1).trim();
    if (FILE.test(target)) {
      const caption = shown.split('|').findLast((part) => part.trim() !== '' && !PICTURE_OPTION.test(part.trim()));
      return caption === undefined ? '' : `\n\n${caption.trim()}\n\n`;
    }
    if (CATEGORY.test(target) || (LANGUAGE.test(target) && bar === -1)) return '';
    if (inside.includes('\n') || target === '') return `[[${inside}]]`;
    const page = target.replace(/^:/, '');
    // A bar without words hides the namespace and what is in brackets.
    const words = shown || (bar === -1 ? page : page.replace(/^[^:]*:/, '').replace(/\s*\([^()]*\)$/, ''));
    return isPlaced ? `<a href="${addressOf(page)}">${words}</a>` : words;
  });

/** The address of a page beside another one: `./Oil_press#Safety`. */
const addressOf = (page: string): string => {
  const [name = '', ...place] = page.split('#');
  const part = (words: string) =>
    encodeURI(words.trim().replaceAll(' ', '_')).replaceAll('?', '%3F').replaceAll('"', '%22');
  const anchor = place.length === 0 ? '' : `#${part(place.join('#'))}`;
  return escapeHtml(name.trim() === '' ? anchor : `./${part(name)}${anchor}`);
};

/** Links to other sites: `[https://example.com its words]`. */
export const writeOuterLinks = (line: string): string =>
  line.replace(
    /\[((?:https?:|ftp:|mailto:|\/\/)[^\s[\]<>"]{1,2000})(?:[ \t]+([^[\]\n]{1,2000}))?\]/g,
    (_, url: string, words?: string) => {
      const address = url.startsWith('//') ? `https:${url}` : url;
      return words === undefined ? `<a href="${address}">${address}</a>` : `<a href="${address}">${words.trim()}</a>`;
    },
  );
