import { type RoffNames, withStrings } from './inline.ts';

/** A line of a manual page: a macro with its arguments as they are written, or text. */
export interface RoffLine {
  /** Empty for text. */
  macro: string;
  rest: string;
}

/** Maximum lines that the page's own macros may make, and how deep they may call each other. */
const MAX_MADE_LINES = 100_000;
const MAX_DEPTH = 20;

/** The strings of the macro packages. */
const STRINGS: readonly (readonly [string, string])[] = [
  ['lq', '“'],
  ['rq', '”'],
  ['R', '®'],
  ['Tm', '™'],
  ['Aq', "'"],
  ['C`', ''],
  ["C'", ''],
];

/** The names that a page begins with: of the macro packages, and register `.g`, by which groff is known. */
export const createNames = (): RoffNames => ({ strings: new Map(STRINGS), registers: new Map([['.g', 1]]) });

/**
 * Reads the lines of a page as `nroff` would: comments and what is for printers are left out, conditions are decided, strings and
 * macros that the page defines are put in.
 *
 * @param isKnown the macros of the package. The page's own do not replace them: they change the look.
 */
export const readRoffLines = (source: string, names: RoffNames, isKnown: (macro: string) => boolean): RoffLine[] => {
  const macros = new Map<string, string[]>();
  const queue = [{ lines: joined(source), at: 0 }];
  const out: RoffLine[] = [];
  const otherwise: boolean[] = [];
  let made = 0;
  const next = (): string | undefined => {
    for (let top = queue.at(-1); top !== undefined; top = queue.at(-1)) {
      if (top.at < top.lines.length) return top.lines[top.at++];
      queue.pop();
    }
    return undefined;
  };
  const collect = (end: string): string[] => {
    const body: string[] = [];
    const ends = new RegExp(String.raw`^[.'][ \t]*${end.replace(/\W/g, '\\$&')}[ \t]*$`);
    for (let line = next(); line !== undefined; line = next()) {
      if (ends.test(line)) break;
      body.push(line);
    }
    return body;
  };
  const skipBlock = (first: string) => {
    let depth = depthOf(first);
    while (depth > 0) {
      const line = next();
      if (line === undefined) return;
      depth += depthOf(line);
    }
  };
  /** What is to be read of a condition's line. */
  const decided = ({ holds, action }: Condition): string | undefined => {
    if (holds) return action.replace(/^\\\{[ \t]*/, '') || undefined;
    skipBlock(action);
    return undefined;
  };
  const define = (rest: string, { appends }: { appends: boolean }): undefined => {
    const [name = '', end = '.'] = splitArguments(rest);
    const body = collect(end);
    macros.set(name, appends ? [...(macros.get(name) ?? []), ...body] : body);
  };
  const replaceBy = (rest: string): undefined => {
    const [alias = '', name = ''] = splitArguments(rest);
    macros.set(alias, [`.${name} \\$*`]);
  };
  /** Puts the lines of one of the page's own macros in. */
  const call = (body: readonly string[], rest: string): undefined => {
    const given = splitArguments(rest);
    made += body.length + 1;
    queue.push({ lines: body.map((one) => withArguments(one, given)), at: 0 });
  };
  /** The requests of roff. Each gives the line that is left to be read, if any. */
  const requests = new Map<string, (rest: string) => string | undefined>([
    // A macro's name that is put in, or a lonely dot.
    ['', (rest) => (rest.startsWith('\\*') ? `.${withStrings(rest, names)}` : undefined)],
    ['if', (rest) => decided(decide(rest, names, macros))],
    [
      'ie',
      (rest) => {
        const condition = decide(rest, names, macros);
        otherwise.push(!condition.holds);
        return decided(condition);
      },
    ],
    ['el', (action) => decided({ holds: otherwise.pop() ?? false, action })],
    ['while', (rest) => decided({ ...decide(rest, names, macros), holds: false })],
    ...['de', 'de1', 'dei'].map((name) => [name, (rest: string) => define(rest, { appends: false })] as const),
    ...['am', 'am1'].map((name) => [name, (rest: string) => define(rest, { appends: true })] as const),
    ['ig', (rest) => void collect(splitArguments(rest)[0] ?? '.')],
    ['ds', (rest) => void setString(names, false, rest)],
    ['as', (rest) => void setString(names, true, rest)],
    ['nr', (rest) => void setRegister(names, rest)],
    ['als', replaceBy],
    ['do', (rest) => `.${rest}`],
  ]);
  /** Reads a line, and gives what is left of it: conditions may stand behind one another. */
  const read = (line: string): string | undefined => {
    const written = line.replaceAll('\\}', '');
    const [control, macro = '', rest = ''] = /^[.'][ \t]*([^\s\\]*)[ \t]*(.*)$/.exec(written) ?? [];
    if (control === undefined) {
      if (written !== '' || line === '') out.push({ macro: '', rest: written });
      return undefined;
    }
    const request = requests.get(macro);
    if (request) return request(rest);
    const body = isKnown(macro) ? undefined : macros.get(macro);
    if (body && queue.length < MAX_DEPTH && made < MAX_MADE_LINES) return call(body, rest);
    out.push({ macro, rest });
    return undefined;
  };
  for (let line = next(); line !== undefined; line = next())
    for (let left: string | undefined = line; left !== undefined; ) left = read(left);
  return out;
};

/** The lines without comments, those joined that end in a backslash. */
const joined = (source: string): string[] => {
  const lines: string[] = [];
  let open: string[] = [];
  for (const written of source.split('\n')) {
    if (/^[.'][ \t]*\\["#]|^'''|^\\["#]/.test(written)) continue;
    const line = withoutComment(written);
    const goesOn = endsOpen(line);
    open.push(goesOn ? line.slice(0, -1) : line);
    if (goesOn) continue;
    lines.push(open.join(''));
    open = [];
  }
  return open.length === 0 ? lines : [...lines, open.join('')];
};

/** True for a line that ends in a backslash which no other one escapes. */
const endsOpen = (line: string): boolean => {
  let from = line.length;
  while (line.charAt(from - 1) === '\\') from--;
  return (line.length - from) % 2 === 1;
};

const withoutComment = (line: string): string => {
  for (let at = line.indexOf('\\'); at !== -1; at = line.indexOf('\\', at + 2)) {
    const kind = line.charAt(at + 1);
    if (kind === '"' || kind === '#') return line.slice(0, at).replace(/[ \t]+$/, '');
  }
  return line;
};

const depthOf = (line: string): number => line.split('\\{').length - line.split('\\}').length;

interface Condition {
  holds: boolean;
  /** What stands behind the condition. */
  action: string;
}

const decide = (rest: string, names: RoffNames, macros: ReadonlyMap<string, unknown>): Condition => {
  const [, not = '', given = ''] = /^(!?)[ \t]*(.*)$/.exec(rest) ?? [];
  const told = (holds: boolean, then: string): Condition => ({
    holds: holds !== (not === '!'),
    action: then.trimStart(),
  });
  const defined = /^([dr])[ \t]*(\S+)[ \t]*(.*)$/.exec(given);
  if (defined && !/^[dr]\W/.test(given.trim())) {
    const [, kind, name = '', then = ''] = defined;
    return told(kind === 'r' ? names.registers.has(name) : macros.has(name) || names.strings.has(name), then);
  }
  const letter = /^([notev])(?=[ \t\\]|$)(.*)$/.exec(given);
  if (letter) return told(letter[1] === 'n' || letter[1] === 'o', letter[2] ?? '');
  if (/^c[ \t]/.test(given)) return told(true, given.replace(/^c[ \t]+\S+/, ''));
  const all = withStrings(given, names);
  const compared = /^(['"])(.*?)\1(.*?)\1(.*)$/.exec(all);
  if (compared) return told(compared[2] === compared[3], compared[4] ?? '');
  const [, number = '', then = ''] = /^((?:[^\s\\]|\\n(?:\(..|\[[^\]]*\]|.))+)[ \t]*(.*)$/.exec(all) ?? [];
  return told(isTrue(number, names), then);
};

/** True for a number or a comparison above zero: `\n(.g`, `(\n(rF:(\n(.g==0))`, `\nF>0`. */
const isTrue = (expression: string, { registers }: RoffNames): boolean => {
  const numbers = expression
    .replace(/\\n[+-]?(?:\((..)|\[([^\]]*)\]|(.))/g, (_, two?: string, long?: string, one?: string) =>
      String(registers.get(two ?? long ?? one ?? '') ?? 0),
    )
    .replace(/(\d)[a-z]/g, '$1')
    .replace(/[()]/g, '');
  const one = (part: string): boolean => {
    const [, not = '', left = '0', sign = '', right = '0'] = /^(!?)(-?\d+)(?:(==?|<=?|>=?)(-?\d+))?$/.exec(part) ?? [];
    const [a, b] = [Number(left), Number(right)];
    const holds =
      sign === ''
        ? a > 0
        : (sign.includes('=') && a === b) || (sign.startsWith('<') && a < b) || (sign.startsWith('>') && a > b);
    return holds !== (not === '!');
  };
  return numbers.split(':').some((any) => any.split('&').every(one));
};

const setString = ({ strings }: RoffNames, more: boolean, rest: string): void => {
  const [, name = '', value = ''] = /^(\S+)[ \t]*(.*)$/.exec(rest) ?? [];
  const text = value.replace(/^"/, '').replaceAll('\\\\', '\\');
  // Package strings that a page's preamble lays out for printers keep their signs.
  if (STRINGS.some(([known]) => known === name && name !== 'Aq')) return;
  strings.set(name, more ? (strings.get(name) ?? '') + text : text);
};

const setRegister = ({ registers }: RoffNames, rest: string): void => {
  const [, name = '', sign = '', value = '0'] = /^(\S+)[ \t]+([+-]?)(\d+)/.exec(rest) ?? [];
  const number = Number(value);
  registers.set(name, sign === '' ? number : (registers.get(name) ?? 0) + (sign === '+' ? number : -number));
};

/** A macro's line with its arguments, each escape one level less. */
const withArguments = (line: string, given: readonly string[]): string =>
  line.replace(/\\?\\\$(\d|\*|@)|\\\\/g, (_, which?: string) => {
    if (which === undefined) return '\\';
    if (which === '*') return given.join(' ');
    if (which === '@') return given.map((one) => `"${one}"`).join(' ');
    return given[Number(which) - 1] ?? '';
  });

/** The arguments of a macro: words, or several between quotation marks, in which two of them are one. */
export const splitArguments = (rest: string): string[] => {
  const found: string[] = [];
  for (let at = 0; at < rest.length; ) {
    if (rest.charAt(at) === ' ' || rest.charAt(at) === '\t') {
      at++;
      continue;
    }
    const { word, end } = rest.charAt(at) === '"' ? quoted(rest, at + 1) : unquoted(rest, at);
    found.push(word);
    at = end;
  }
  return found;
};

const quoted = (rest: string, from: number): { word: string; end: number } => {
  let word = '';
  let at = from;
  for (; at < rest.length; at++) {
    if (rest.charAt(at) === '"') {
      if (rest.charAt(at + 1) !== '"') return { word, end: at + 1 };
      at++;
    }
    word += rest.charAt(at);
  }
  return { word, end: at };
};

const unquoted = (rest: string, from: number): { word: string; end: number } => {
  let at = from;
  while (at < rest.length && rest.charAt(at) !== ' ' && rest.charAt(at) !== '\t')
    at += rest.charAt(at) === '\\' ? 2 : 1;
  return { word: rest.slice(from, at), end: Math.min(at, rest.length) };
};
