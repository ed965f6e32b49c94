import type { InlineWriter } from './inline.ts';

/** Turns lines of mdoc's inline macros into HTML. A line may go on with what the one before opened. */
export interface Phrases {
  /** @returns the HTML, and whether it stands without a space behind what came before */
  line(words: readonly string[]): { html: string; glued: boolean };
  /** A line of text. */
  text(rest: string): { html: string; glued: boolean };
  /** True inside of brackets that an earlier line opened. */
  isOpen(): boolean;
  reset(): void;
}

const BOLD = new Set(['Fl', 'Cm', 'Ic', 'Nm', 'Sy', 'Cd', 'Fd', 'Ms', 'Bsx']);
const ITALIC = new Set(['Ar', 'Em', 'Pa', 'Va', 'Vt', 'Ft', 'Fa', 'Sx', 'Ad', 'An', 'Lb']);
const CODE = new Set(['Li', 'Ql', 'Dv', 'Er', 'Ev']);
const PLAIN = new Set([
  'No',
  'Tn',
  'Hf',
  'Ud',
  'Xo',
  'Xc',
  'Bt',
  'Mt',
  'Lk',
  'St',
  'At',
  'Bx',
  'Fx',
  'Nx',
  'Ox',
  'Dx',
  'Ux',
  'In',
  'Xr',
  'Fn',
  'Fo',
  'Fc',
  'Ex',
  'Rv',
  'Ec',
  'Eo',
  'En',
  'Es',
  'Me',
]);

/** Signs around the rest of a line. */
const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  Op: ['[', ']'],
  Bq: ['[', ']'],
  Pq: ['(', ')'],
  Brq: ['{', '}'],
  Aq: ['&lt;', '&gt;'],
  Dq: ['“', '”'],
  Qq: ['"', '"'],
  Sq: ['‘', '’'],
};
/** Signs around what stands up to a closing macro. */
const OPENING: Readonly<Record<string, string>> = {
  Oo: '[',
  Bo: '[',
  Po: '(',
  Bro: '{',
  Ao: '&lt;',
  Do: '“',
  Qo: '"',
  So: '‘',
};
const CLOSING: Readonly<Record<string, string>> = {
  Oc: ']',
  Bc: ']',
  Pc: ')',
  Brc: '}',
  Ac: '&gt;',
  Dc: '”',
  Qc: '"',
  Sc: '’',
};

const SYSTEMS: Readonly<Record<string, string>> = {
  At: 'AT&amp;T UNIX',
  Bx: 'BSD',
  Bsx: 'BSD/OS',
  Fx: 'FreeBSD',
  Nx: 'NetBSD',
  Ox: 'OpenBSD',
  Dx: 'DragonFly',
  Ux: 'UNIX',
};

const isCallable = (word: string): boolean =>
  BOLD.has(word) ||
  ITALIC.has(word) ||
  CODE.has(word) ||
  PLAIN.has(word) ||
  word in AROUND ||
  word in OPENING ||
  word in CLOSING ||
  /^(?:Ns|Ap|Pf|Nd|Sm|Fr|Ta|Eo|Ec)$/.test(word);

const CLOSES = /^[.,:;)\]?!]+$/;
const OPENS = /^[([]$/;

/** Creates the writer of a page. */
export const createPhrases = (inline: InlineWriter): Phrases => {
  let name = '';
  let glue = false;
  let spacing = true;
  let open = 0;
  const write = (words: readonly string[]): { html: string; glued: boolean } => {
    let out = '';
    let glued: boolean | undefined;
    let style = '';
    let said = true;
    const closers: string[] = [];
    const put = (html: string, close = false) => {
      if (html === '') return;
      const tight = glue || close || !spacing;
      glued ??= tight;
      out += (out === '' || tight ? '' : ' ') + html;
      glue = false;
    };
    /** A macro without words of its own says a usual one. */
    const usual = () => {
      if (said) return;
      said = true;
      if (style === 'Nm') put(`<b>${name}</b>`);
      else if (style === 'Ar') put('<i>file ...</i>');
      else if (style === 'Fl') {
        put('<b>-</b>');
        glue = true;
      } else if (style === 'Pa') put('<i>~</i>');
      else if (SYSTEMS[style] !== undefined) put(SYSTEMS[style] ?? '');
    };
    const tail = trailing(words);
    const body = words.slice(0, words.length - tail.length);
    for (let at = 0; at < body.length; at++) {
      const word = body[at] as string;
      if (isCallable(word)) {
        usual();
        style = word;
        said = false;
        const around = AROUND[word];
        if (around) {
          put(around[0]);
          glue = true;
          closers.unshift(around[1]);
        } else if (OPENING[word] !== undefined) {
          put(OPENING[word] ?? '');
          glue = true;
          open++;
        } else if (CLOSING[word] !== undefined) {
          put(CLOSING[word] ?? '', true);
          open = Math.max(0, open - 1);
        } else if (word === 'Ns') glue = true;
        else if (word === 'Ap') {
          put('’', true);
          glue = true;
        } else if (word === 'Pf') {
          put(inline.html(body[++at] ?? ''));
          glue = true;
        } else if (word === 'Sm') {
          spacing = body[at + 1] === 'off' ? false : body[at + 1] === 'on' || !spacing;
          if (/^o(?:n|ff)$/.test(body[at + 1] ?? '')) at++;
        } else if (/^(?:Xr|Fn|Fo|Fc|Lk|Mt|In|St|Ex|Rv|Bx|Fx|Nx|Ox|Dx|At)$/.test(word)) {
          const own = takeWords(body, at + 1);
          at += own.length;
          put(special(word, own, name, inline), word === 'Fc');
          if (word === 'Fo') glue = true;
          said = true;
        }
        if (/^(?:Ns|No|Xo|Xc|Ql|Li|Ap|Pf|Sm)$/.test(word) || around || OPENING[word] || CLOSING[word]) said = true;
        continue;
      }
      if (word.length > 0 && CLOSES.test(word)) {
        usual();
        put(inline.html(word), true);
      } else if (OPENS.test(word)) {
        put(inline.html(word));
        glue = true;
      } else if (word === '|') put('|');
      else {
        if (style === 'Nm' && name === '') name = inline.html(word);
        said = true;
        put(styled(style, word, inline));
      }
    }
    usual();
    for (const close of closers) put(close, true);
    if (tail.length > 0) glue = false;
    for (const sign of tail) put(inline.html(sign), true);
    return { html: out, glued: glued ?? false };
  };
  return {
    line: write,
    text(rest) {
      const glued = glue;
      glue = /\\c\s*$/.test(rest);
      return { html: inline.html(rest.trimStart()), glued };
    },
    isOpen: () => open > 0,
    reset() {
      glue = false;
      spacing = true;
      open = 0;
    },
  };
};

/** Signs at the end of a line, which stand behind its closing brackets. */
const trailing = (words: readonly string[]): string[] => {
  let from = words.length;
  while (from > 1 && CLOSES.test(words[from - 1] ?? '')) from--;
  return words.slice(from);
};

const styled = (style: string, word: string, inline: InlineWriter): string => {
  const html = inline.html(style === 'Fl' ? `-${word}` : word);
  if (BOLD.has(style)) return `<b>${html}</b>`;
  if (ITALIC.has(style)) return `<i>${html}</i>`;
  return CODE.has(style) ? `<code>${html}</code>` : html;
};

/** The words of a macro, up to the next macro or sign. */
const takeWords = (words: readonly string[], from: number): string[] => {
  let to = from;
  while (to < words.length && !isCallable(words[to] as string) && !CLOSES.test(words[to] as string)) to++;
  return words.slice(from, to);
};

const special = (macro: string, given: readonly string[], name: string, inline: InlineWriter): string => {
  const [first = '', second = '', ...rest] = given.map((one) => inline.html(one));
  switch (macro) {
    case 'Xr':
      return `<b>${first}</b>${second === '' ? '' : `(${second})`}`;
    case 'Fn':
      return `<b>${first}</b>(${[second, ...rest].filter(Boolean).join(', ')})`;
    case 'Fo':
      return `<b>${first}</b>(`;
    case 'Fc':
      return ')';
    case 'In':
      return `<code>#include &lt;${first}&gt;</code>`;
    case 'Lk':
      return second === '' ? first : `${[second, ...rest].join(' ')}: ${first}`;
    case 'Mt':
      return first;
    case 'Ex':
      return `The ${second || name} utility exits 0 on success, and &gt;0 if an error occurs.`;
    case 'Rv':
      return `The ${second || name}() function returns the value 0 if successful; otherwise the value -1 is returned and the global variable errno is set to indicate the error.`;
    case 'St':
      return first
        .replace(/^-/, '')
        .replace(/^p(\d)/, 'POSIX $1')
        .replace(/^ansiC/, 'ANSI C')
        .replace(/^isoC/, 'ISO C')
        .replace(/^susv/, 'Single UNIX Specification version ')
        .replace(/^xpg/, 'X/Open Portability Guide ');
    case 'Bx':
      return first === '' ? 'BSD' : `${first}BSD${second === '' ? '' : `-${second}`}`;
    default:
      return [SYSTEMS[macro] ?? '', first].filter(Boolean).join(' ');
  }
};
