import { isTime } from '../../core/clock.ts';

/** A message as it stands in the file of a chat. */
export interface WhatsAppMessage {
  at: Date;
  author: string;
  /** Markdown. */
  text: string;
}

/** Signs of direction, which stand around names and before what WhatsApp says itself. */
const SIGNS = '\\u200e\\u200f\\u202a-\\u202e\\ufeff';
/** Three numbers with the same sign between them. */
const DATE = `(\\d{1,4})[${SIGNS}]?([./-])\\s?(\\d{1,2})[${SIGNS}]?\\2\\s?(\\d{1,4})\\.?([,،]?)`;
/** With a word before ("klo", "下午") or after ("PM", "p. m.", "م"). */
const TIME =
  '\\s(?:([^\\d\\s[\\]]{1,8})\\s?)?(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?(?:\\s?([ap]\\.?\\s?m\\.?|[^\\d\\s\\]-]{1,8}))?';
/** What a message begins with: `[05.02.24, 09:01:30] ` by iOS, `2/5/24, 9:01 PM - ` by Android, `05.02.18 09.01.30: ` once. */
const STARTS = [`\\[${DATE}${TIME}\\]\\s`, `${DATE}${TIME}(?:\\s-|:)\\s`].map(
  (one) => new RegExp(`^[${SIGNS}]*${one}`, 'iu'),
);
/** A date and a time are not longer than this. */
const MAX_START = 60;

/** What names the author. A line without it is a notice: "Ann added Bob". */
const AUTHOR = /^([^:"“”\n]{1,60}): ?/;

const AFTERNOON = /^(?:p|下午|晚上|午後|오후|م|μ\.?μ|em$|nachm|du\.?$)/iu;
const FORENOON = /^(?:a|上午|凌晨|早上|午前|오전|ص|π\.?μ|fm$|vorm|de\.?$)/iu;

interface Line {
  numbers: readonly [number, number, number];
  /** True for a year that stands first and in full. */
  isYearFirst: boolean;
  /** How people write dates where this phone is from, if it shows. */
  style: { dots: boolean; slashes: boolean; padded: boolean; shortYear: boolean; upperCase: boolean };
  hasComma: boolean;
  time: readonly [hours: number, minutes: number, seconds: number];
  rest: string;
}

/** Arabic and Persian digits as Latin ones. */
const latinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** The parts of a line that begins a message or notice; undefined for one that goes on with a message. */
const lineOf = (line: string): Line | undefined => {
  const head = latinDigits(line.slice(0, MAX_START));
  for (const start of STARTS) {
    const found = start.exec(head);
    if (found === null) continue;
    const [all, a = '', sign, b = '', c = '', comma, before = '', hours, minutes, seconds = '0', after = ''] = found;
    const words = [before, after].filter(Boolean);
    const hour = Number(hours);
    const isAfternoon = words.some((word) => AFTERNOON.test(word));
    const isForenoon = words.some((word) => FORENOON.test(word));
    return {
      numbers: [Number(a), Number(b), Number(c)],
      isYearFirst: a.length === 4,
      style: {
        dots: sign === '.',
        slashes: sign === '/',
        padded: a.startsWith('0') || b.startsWith('0'),
        shortYear: c.length === 2,
        upperCase: /^[AP]M/.test(after),
      },
      hasComma: comma !== '',
      time: [isAfternoon ? (hour % 12) + 12 : isForenoon ? hour % 12 : hour, Number(minutes), Number(seconds)],
      rest: line.slice(all.length),
    };
  }
  return undefined;
};

/**
 * True for a text that begins as the export of a chat does.
 * @param isNamed true if the file's name says that it is one; another text, such as a log, may have lines like a chat's
 */
export const isWhatsAppChat = (head: string, isNamed: boolean): boolean => {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '');
  const first = lineOf(lines[0] ?? '');
  if (first === undefined || !(isNamed || first.hasComma)) return false;
  return lines.some((line) => AUTHOR.test(lineOf(line)?.rest ?? ''));
};

/** The order of day, month and year. */
type DateOrder = readonly [year: number, month: number, day: number];
const YEAR_FIRST: DateOrder = [0, 1, 2];
const DAY_FIRST: DateOrder = [2, 1, 0];
const MONTH_FIRST: DateOrder = [2, 0, 1];

const dayNumber = ({ numbers }: Line, [year, month, day]: DateOrder): number =>
  (numbers[year] ?? 0) * 10_000 + (numbers[month] ?? 0) * 100 + (numbers[day] ?? 0);

/** Minimum different dates, and how much shorter a chat must be by one order of its dates than by the others. */
const MIN_DATES = 3;
const MUCH_SHORTER = 10;

/**
 * True if a chat's years have two digits and stand first (`23-05-14`): then its dates are all of the calendar, and with another
 * number as the year the same messages would lie over years.
 */
const isShortYearFirst = (lines: readonly Line[]): boolean => {
  if (new Set(lines.map((line) => dayNumber(line, YEAR_FIRST))).size < MIN_DATES) return false;
  const span = (order: DateOrder): number => {
    const times = lines.map((line) => timeOf(line, order)?.getTime());
    const known = times.filter((time) => time !== undefined);
    return known.length < times.length ? Number.POSITIVE_INFINITY : (known.at(-1) ?? 0) - (known[0] ?? 0);
  };
  const own = span(YEAR_FIRST);
  const others = [DAY_FIRST, MONTH_FIRST].map(span).map((time) => (time < 0 ? Number.POSITIVE_INFINITY : time));
  return own > 0 && own < Number.POSITIVE_INFINITY && others.every((other) => other > own * MUCH_SHORTER);
};

/**
 * The order in which a chat's dates are written: of day and month, a number over 12 is the day. Where there is none, time goes on
 * in one order only, the day stands first before a dot, or the dates look like those of the United States (`1/3/24`, `9:15 PM`).
 */
const dateOrder = (lines: readonly Line[]): { order: DateOrder; isGuess?: true } => {
  if (lines.some(({ isYearFirst }) => isYearFirst)) return { order: YEAR_FIRST };
  if (isShortYearFirst(lines)) return { order: YEAR_FIRST };
  if (lines.some(({ numbers }) => numbers[0] > 12)) return { order: DAY_FIRST };
  if (lines.some(({ numbers }) => numbers[1] > 12)) return { order: MONTH_FIRST };
  const steps = (order: DateOrder) =>
    lines.filter((line, at) => dayNumber(line, order) < dayNumber(lines[at - 1] ?? line, order)).length;
  const [byDay, byMonth] = [steps(DAY_FIRST), steps(MONTH_FIRST)];
  if (byDay !== byMonth) return { order: byDay < byMonth ? DAY_FIRST : MONTH_FIRST };
  if (lines.every(({ style, numbers }) => style.dots || numbers[0] === numbers[1])) return { order: DAY_FIRST };
  const isAmerican = lines.every(({ style }) => style.slashes && !style.padded && style.shortYear && style.upperCase);
  return { order: isAmerican ? MONTH_FIRST : DAY_FIRST, isGuess: true };
};

/** The time of a line, as the clock of that phone showed it; undefined for one that no calendar has. */
const timeOf = (line: Line, order: DateOrder): Date | undefined => {
  const [year = 0, month = 0, day = 0] = order.map((at) => line.numbers[at]);
  // Two digits are of this century. Thai years are 543 ahead.
  const full = year < 100 ? 2000 + year : year > 2400 ? year - 543 : year;
  const time = Date.UTC(full, month - 1, day, ...line.time);
  return isTime(time) && month >= 1 && month <= 12 && new Date(Date.UTC(full, month - 1, day)).getUTCDate() === day
    ? new Date(time)
    : undefined;
};

/** An exported chat. */
export interface WhatsAppChat {
  /** In their order, without notices and what was left out or deleted. */
  messages: WhatsAppMessage[];
  /** Set if nothing in the chat tells day from month: which of them its dates were read as beginning with. */
  guessed?: 'day' | 'month';
  /** How many messages have a date that is in no calendar, by the order of the others. They are not among the messages. */
  undated: number;
}

/** Reads the text of an exported chat. */
export const readWhatsAppChat = (text: string): WhatsAppChat => {
  const parts: { line: Line; more: string[] }[] = [];
  for (const written of text.split(/\r?\n/)) {
    const line = lineOf(written);
    if (line !== undefined) parts.push({ line, more: [] });
    else parts.at(-1)?.more.push(written);
  }
  const { order, isGuess } = dateOrder(parts.map(({ line }) => line));
  let undated = 0;
  const messages = parts.flatMap(({ line, more }, index) => {
    const at = timeOf(line, order);
    const named = AUTHOR.exec(line.rest);
    if (at === undefined && named !== null) undated++;
    if (at === undefined || named === null || (index === 0 && ENCRYPTED.test(line.rest))) return [];
    const said = saidIn([line.rest.slice(named[0].length), ...more].join('\n'));
    const author = withoutSigns(named[1] ?? '').trim();
    return said === '' || author === '' ? [] : [{ at, author, text: said }];
  });
  return { messages, undated, ...(isGuess && { guessed: order === DAY_FIRST ? 'day' : 'month' }) };
};

/** What WhatsApp says first in a chat; some phones write it as a message of the group. */
const ENCRYPTED =
  /end-to-end|ende-zu-ende|extremo a extremo|ponta a ponta|bout en bout|uçtan uca|сквозн|端到端|端對端|エンドツーエンド|종단/i;

const withoutSigns = (text: string): string => text.replace(new RegExp(`[${SIGNS}]`, 'gu'), '');

/** A file's name as iOS writes it: `<attached: 1-plan.pdf>`, also behind `plan • 2 pages`, in the words of the phone's language. */
const ATTACHED_IOS = /<[^<>:\n]{1,40}: ?([^<>\n]{1,200}?) ?>/;
/** The same by Android: `plan.pdf (file attached)`, with what was written about it below. */
const ATTACHED_ANDROID = /^([^\n]{1,200}\.\w{0,5}) \([^()\n]{1,40}\)/;
/** A document that iOS left out: `plan • 2 pages document omitted`. */
const LEFT_OUT = /^([^\n•]{1,200}) • \d+ /;
/** `<Media omitted>` in any language, alone in a message. */
const OMITTED = /^<[^<>\n]{1,40}>$/;
/** The same without the sign of direction before it: Android writes deleted messages so, and editors take the sign away. */
const PLAIN_NOTICE =
  /^(?:(?:image|video|audio|gif|sticker|document|contact card|voice message|video note) omitted|this message was deleted|you deleted this message|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht|se eliminó este mensaje|eliminaste este mensaje|ce message a été supprimé|vous avez supprimé ce message|mensagem apagada|questo messaggio è stato eliminato|dit bericht is verwijderd)\.?$/i;
const EDITED = /\u200e?<This message was edited>$|\u200e<[^<>:\n]{1,60}>$/;

/** What the author wrote or attached; empty for what WhatsApp says of the message ("image omitted", "This message was deleted"). */
const saidIn = (body: string): string => {
  const own = body.replace(EDITED, '').trim();
  const plain = withoutSigns(own).trim();
  const isMarked = own.includes('\u200e');
  const android = ATTACHED_ANDROID.exec(plain);
  const ios = isMarked || plain.startsWith('<') ? ATTACHED_IOS.exec(plain) : null;
  const file = android ?? ios;
  if (file !== null) {
    // Android repeats the name of a document, iOS says how many pages it has.
    const caption = plain.replace(file[0], '').replace(LEFT_OUT, '').trim();
    const isName = file[1]?.startsWith(caption) || /^[^\n•]{1,200} • /.test(plain);
    return [`(attached: ${asMarkdown(file[1] ?? '')})`, isName ? '' : asMarkdown(caption)].filter(Boolean).join('\n\n');
  }
  const document = isMarked ? LEFT_OUT.exec(plain)?.[1] : undefined;
  if (document !== undefined) return `(attached: ${asMarkdown(document)})`;
  return own.startsWith('\u200e') || OMITTED.test(plain) || PLAIN_NOTICE.test(plain) ? '' : asMarkdown(plain);
};

/** Keeps the lines, and WhatsApp's bold and italic, which Markdown reads as such. */
const asMarkdown = (text: string): string =>
  text.replace(/[\\[\]<]/g, '\\$&').replace(/(?<=\S)\n(?=\S)(?!\s*(?:[-*•>]|\d{1,3}\.)\s)/g, '\\\n');
