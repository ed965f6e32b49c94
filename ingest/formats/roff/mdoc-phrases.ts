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
const AROUND: ReadonlyMap<string, readonly [string, string]> = new Map(
  Object.entries<readonly [string, string]>({
    Op: ['[', ']'],
    Bq: ['[', ']'],
    Pq: ['(', ')'],
    Brq: ['{', '}'],
    Aq: ['&lt;', '&gt;'],
    Dq: ['“', '”'],
    Qq: ['"', '"'],
    Sq: ['‘', '’'],
  }),
);
/** Signs around what stands up to a closing macro. */
const OPENING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Oo: '[',
    Bo: '[',
    Po: '(',
    Bro: '{',
    Ao: '&lt;',
    Do: '“',
    Qo: '"',
    So: '‘',
  }),
);
const CLOSING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Oc: ']',
    Bc: ']',
    Pc: ')',
    Brc: '}',
    Ac: '&gt;',
    Dc: '”',
    Qc: '"',
    Sc: '’',
  }),
);

const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    At: 'AT&amp;T UNIX',
    Bx: 'BSD',
    Bsx: 'BSD/OS',
    Fx: 'FreeBSD',
    Nx: 'NetBSD',
    Ox: 'OpenBSD',
    Dx: 'DragonFly',
    Ux: 'UNIX',
  }),
);

const isCallable = (word: string): boolean =>
  BOLD.has(word) ||
  ITALIC.has(word) ||
  CODE.has(word) ||
  PLAIN.has(word) ||
  AROUND.has(word) ||
  OPENING.has(word) ||
  CLOSING.has(word) ||
  /^(?:Ns|Ap|Pf|Nd|Sm|Fr|Ta|Eo|Ec)$/.test(word);

const CLOSES = /^[.,:;)\]?!]+$/;
const OPENS = /^[([]$/;

/** Macros whose words become a phrase of their own (`special`). */
const SPECIAL = /^(?:Xr|Fn|Fo|Fc|Lk|Mt|In|St|Ex|Rv|Bx|Fx|Nx|Ox|Dx|At)$/;
/** Macros that say nothing of their own where no word follows; so do all that set signs. */
const SAYS_NOTHING = /^(?:Ns|No|Xo|Xc|Ql|Li|Ap|Pf|Sm)$/;

/** A line while it is written. */
interface Line {
  html: string;
  glued: boolean | undefined;
  /** The last macro, by which words are set. */
  style: string;
  /** False until that macro has said something. */
  said: boolean;
  /** Signs that stand at its end. */
  closers: string[];
}

/** Creates the writer of a page. */
export const createPhrases = (inline: InlineWriter): Phrases => {
  let name = '';
  /** True where the next piece stands without a space behind the last. */
  let glue = false;
  let spacing = true;
  let open = 0;

  const put = (line: Line, html: string, close = false): void => {
    if (html === '') return;
    const tight = glue || close || !spacing;
    line.glued ??= tight;
    line.html += (line.html === '' || tight ? '' : ' ') + html;
    glue = false;
  };
  /** Puts what the next piece follows without a space. */
  const putBefore = (line: Line, html: string, close = false): void => {
    put(line, html, close);
    glue = true;
  };

  /** A macro without words of its own says a usual one. */
  const sayUsual = (line: Line): void => {
    const { style, said } = line;
    line.said = true;
    if (said) return;
    if (style === 'Nm') put(line, `<b>${name}</b>`);
    else if (style === 'Ar') put(line, '<i>file ...</i>');
    else if (style === 'Fl') putBefore(line, '<b>-</b>');
    else if (style === 'Pa') put(line, '<i>~</i>');
    else put(line, SYSTEMS.get(style) ?? '');
  };

  /** Macros that set signs, and end with the line or by another macro. @returns false for any other macro */
  const putSign = (line: Line, macro: string): boolean => {
    const [around, opening, closing] = [AROUND.get(macro), OPENING.get(macro), CLOSING.get(macro)];
    if (around) {
      putBefore(line, around[0]);
      line.closers.unshift(around[1]);
    } else if (opening !== undefined) {
      putBefore(line, opening);
      open++;
    } else if (closing !== undefined) {
      put(line, closing, true);
      open = Math.max(0, open - 1);
    } else return false;
    return true;
  };

  /** Turns spaces on or off. @returns how many words it took */
  const setSpacing = (how: string | undefined): number => {
    spacing = how === 'off' ? false : how === 'on' || !spacing;
    return how === 'on' || how === 'off' ? 1 : 0;
  };

  /** Begins a macro. @returns how many of the words behind it belong to it alone */
  const begin = (line: Line, macro: string, following: readonly string[]): number => {
    sayUsual(line);
    line.style = macro;
    line.said = true;
    if (putSign(line, macro)) return 0;
    if (SPECIAL.test(macro)) {
      const own = takeWords(following);
      put(line, special(macro, own, name, inline), macro === 'Fc');
      if (macro === 'Fo') glue = true;
      return own.length;
    }
    line.said = SAYS_NOTHING.test(macro);
    if (macro === 'Ns') glue = true;
    else if (macro === 'Ap') putBefore(line, '’', true);
    else if (macro === 'Pf') {
      putBefore(line, inline.html(following[0] ?? ''));
      return 1;
    } else if (macro === 'Sm') return setSpacing(following[0]);
    return 0;
  };

  const putWord = (line: Line, word: string): void => {
    if (word.length > 0 && CLOSES.test(word)) {
      sayUsual(line);
      put(line, inline.html(word), true);
    } else if (OPENS.test(word)) putBefore(line, inline.html(word));
    else if (word === '|') put(line, '|');
    else {
      if (line.style === 'Nm' && name === '') name = inline.html(word);
      line.said = true;
      put(line, styled(line.style, word, inline));
    }
  };

  return {
    line(words) {
      const line: Line = { html: '', glued: undefined, style: '', said: true, closers: [] };
      const tail = trailing(words);
      const body = words.slice(0, words.length - tail.length);
      for (let at = 0; at < body.length; at++) {
        const word = body[at] as string;
        if (isCallable(word)) at += begin(line, word, body.slice(at + 1));
        else putWord(line, word);
      }
      sayUsual(line);
      for (const close of line.closers) put(line, close, true);
      if (tail.length > 0) glue = false;
      for (const sign of tail) put(line, inline.html(sign), true);
      return { html: line.html, glued: line.glued ?? false };
    },
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
const takeWords = (following: readonly string[]): readonly string[] => {
  const end = following.findIndex((word) => isCallable(word) || CLOSES.test(word));
  return end < 0 ? following : following.slice(0, end);
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
      return [SYSTEMS.get(macro) ?? '', first].filter(Boolean).join(' ');
  }
};
