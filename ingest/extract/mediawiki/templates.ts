import { replacePairs, splitAtBars } from './nested.ts';

/** A call of a template: `{{warning|Oil is hot|image=oil.png}}`. */
interface Call {
  /** In lower case, with spaces. */
  name: string;
  /** Arguments without a name. */
  given: string[];
  named: Map<string, string>;
}

/** Boxes of most wikis, by what they are called there. */
const BOX =
  /^(?:(?:admon|box|mbox)[ /-]?)?(note|warning|tip|caution|important|info|information|attention|notice|hint|danger|hinweis|achtung|warnung|remarque|attention)(?: ?box)?$/;
/** Templates that set off program text. */
const CODE = /^(?:ic|code|mono|tt|kbd|key|keypress|path|filename|file name|cmd|command|samp|bash|var)$/;
/** Templates around words that are read as they are. */
const WORDS =
  /^(?:nowrap|nobr|lang|small|big|smaller|larger|color|colour|font|abbr|tooltip|transl|strong|bold|strike|s)$/;
const LISTED = /^(?:plainlist|plain list|unbulleted list|ubl|hlist|flatlist|bulleted list)$/;
const SEE = /^(?:main|see|see also|further|details|related|hauptartikel|siehe auch|article détaillé|voir aussi)$/;
const CITED = /^(?:cite|citation|cite \w[\w ]{0,30}|internetquelle|literatur|lien web|ouvrage)$/;
/** What a wiki fills in by itself, and where it lists notes: nothing that a reader would miss. */
const SILENT =
  /^(?:[A-Z]{4,}(?::.*)?|reflist|references|refs|anchor|anker|clear|clr|-|toc.*|toc|coord|commons.*|normdaten|authority control|portal.*|.*-stub|stub|use \w+ dates)$/s;
/** Arguments that say how something looks. */
const LOOKS =
  /^(?:image|img|bild|logo|icon|style|class|width|height|align|float|color|colour|bg\w*|background|alt|caption|size|\w+[ _](?:size|width|style|color|colour|caption|alt)|image\w*|nolink|sort\w*)$/;

/**
 * Writes calls of templates as text, as far as their names and arguments say what they mean: boxes, program text, sources, tables
 * of properties. The templates themselves are not part of a page.
 *
 * @param unfilled collects the names of those that are left out
 */
export const fillTemplates = (text: string, unfilled: Set<string>): string =>
  replacePairs(withDefaults(text), ['{{', '}}'], (inside) => {
    if (inside.trim() === '!') return '&#124;';
    if (inside.trim() === '=') return '=';
    const call = callOf(inside);
    const filled = fill(call);
    if (filled === undefined && !SILENT.test(inside.trim()) && !SILENT.test(call.name)) unfilled.add(nameOf(inside));
    return filled ?? '';
  });

/** A parameter with its default, in the text of a template: `{{{1|nothing}}}`. */
const withDefaults = (text: string): string =>
  text.replace(/\{\{\{[^{}|]{0,200}(?:\|([^{}]{0,1000}))?\}\}\}/g, (_, otherwise = '') => otherwise);

const nameOf = (inside: string): string => {
  const [first = ''] = splitAtBars(inside);
  return (first.trim().startsWith('#') ? (first.split(':', 1)[0] ?? '') : first).trim().slice(0, 80);
};

const callOf = (inside: string): Call => {
  const [first = '', ...parts] = splitAtBars(inside);
  const given: string[] = [];
  const named = new Map<string, string>();
  for (const part of parts) {
    const [, key = '', value = ''] = /^\s*([\p{L}\p{N}][^=<>[\]{}]{0,60})=([\s\S]*)$/u.exec(part) ?? [];
    if (key === '') given.push(part.trim());
    else if (/^\d+\s*$/.test(key)) given[Number(key) - 1] = value.trim();
    else named.set(key.trim(), value.trim());
  }
  const name = first.replace(/^\s*(?:(?:safe)?subst|template|vorlage|modèle):/i, '');
  return {
    name: name.replaceAll('_', ' ').trim().toLowerCase(),
    given: given.filter((one) => one !== undefined),
    named,
  };
};

/** Undefined for a template that says nothing by its arguments. */
const fill = ({ name, given, named }: Call): string | undefined => {
  const [box] = BOX.exec(name)?.slice(1) ?? [];
  const first = given[0] ?? named.get('text') ?? named.get('content') ?? '';
  if (box !== undefined && first !== '')
    return `\n\n'''${box.charAt(0).toUpperCase()}${box.slice(1)}'''\n\n${first}\n\n`;
  if (CODE.test(name) && first !== '') return `<code>${given.at(-1) ?? first}</code>`;
  if (WORDS.test(name) && first !== '') return given.at(-1) ?? first;
  if (LISTED.test(name))
    return given
      .map((one) => one.replace(/^\s*\*\s*/gm, '').trim())
      .filter(Boolean)
      .join(', ');
  if (SEE.test(name) && first !== '') return `\n\n''See also: ${given.map((one) => `[[${one}]]`).join(', ')}''\n\n`;
  if (CITED.test(name)) return cited(named);
  if (/\bdate\b/.test(name) && given.length > 0 && given.every((one) => /^\d{0,4}$/.test(one)))
    return given.filter(Boolean).join('-');
  if (name.startsWith('#')) return undefined;
  const properties = [...named].filter(([key, value]) => value !== '' && !LOOKS.test(key.toLowerCase()));
  const isTable = properties.length >= 2 && (/info ?box|steckbrief|card|^box/.test(name) || properties.length >= 4);
  const rows = isTable ? properties.map(([key, value]) => `* ${labelOf(key)}: ${inOneLine(value)}`).join('\n') : '';
  const words = given.filter((one) => one.split(/\s+/).length >= 3).join('\n\n');
  if (rows === '' && words === '') return undefined;
  return rows === '' ? words : `\n\n${rows}\n\n${words}`;
};

/** `release_date` as people write it: "Release date". */
const labelOf = (key: string): string => {
  const words = key.replaceAll('_', ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const inOneLine = (value: string): string =>
  value
    .replace(/<br\s*\/?>/gi, ', ')
    .replace(/^\s*[*#]\s*/gm, '')
    .replace(/\s*\n\s*/g, ', ');

const cited = (named: ReadonlyMap<string, string>): string => {
  const of = (...keys: string[]) => keys.map((key) => named.get(key)).find(Boolean) ?? '';
  const title = of('title', 'titel', 'titre', 'chapter');
  const url = of('url', 'URL');
  const shown = title !== '' && /^https?:\/\/\S+$/.test(url) ? `[${url} ${title.replace(/[[\]]/g, '')}]` : title || url;
  return [
    of('author', 'last', 'autor', 'auteur'),
    shown,
    of('publisher', 'work', 'website', 'hrsg', 'werk'),
    of('date', 'year', 'datum'),
  ]
    .filter(Boolean)
    .join(', ');
};
