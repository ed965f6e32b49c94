import { wordTable } from '../../../core/word-table.ts';
import { decode } from '../../extract/decode.ts';
import { unescapeHtml } from '../../extract/escape-html.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';

/** A property of iCalendar (RFC 5545): `DTSTART;TZID=Europe/Berlin:20260305T100000`. */
interface Property {
  parameters: Readonly<Record<string, string>>;
  value: string;
}
type Properties = Map<string, Property[]>;

/** Parts that are a block each: events, tasks and notes. Alarms inside them and descriptions of time zones are left out. */
const ENTRIES = new Set(['VEVENT', 'VTODO', 'VJOURNAL']);
/** Maximum people and dates of an entry that are named. */
const MAX_NAMED = 50;

/** Reads a calendar (.ics): each event or task with when, where, who, how it repeats, and its description. */
export const readCalendar: Reader = (bytes, { contentType } = {}) => {
  // A line goes on in the next one if that begins with a space.
  const source = decode(bytes, contentType)
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '');
  // Some programs save an entry alone, without the calendar around it.
  if (!/^BEGIN:(?:VCALENDAR|VEVENT|VTODO|VJOURNAL)[ \t]*$/im.test(source))
    throw damaged('calendar', new Error('it does not begin a calendar'));
  const page = createPageBuilder();
  const open: string[] = [];
  let title = '';
  let entry: Properties = new Map();
  for (const line of source.split('\n')) {
    const property = parseLine(line);
    if (property === undefined) continue;
    const { name, value } = property;
    const part = value.trim().toUpperCase();
    if (name === 'BEGIN') {
      open.push(part);
      if (ENTRIES.has(part)) entry = new Map();
    } else if (name === 'END') {
      if (open.at(-1) === part) open.pop();
      if (ENTRIES.has(part)) {
        page.heading(2, textOf(entry, 'SUMMARY') || 'Without a title');
        page.block(detailsOf(entry).join('\\\n'));
        writeDescription(textOf(entry, 'DESCRIPTION'), page);
      }
    } else if (ENTRIES.has(open.at(-1) ?? '')) {
      const before = entry.get(name);
      if (before === undefined) entry.set(name, [property]);
      else before.push(property);
    } else if (name === 'X-WR-CALNAME' && open.length === 1) title = unescaped(value);
  }
  // What the file's end cuts is no whole event: it may lack its day.
  if (open.some((part) => ENTRIES.has(part)))
    page.notice('The file ends in the middle of an entry, which was left out.');
  return page.build(title);
};

/** Google's and Microsoft's calendars write descriptions as HTML, others with entities of HTML in plain text. */
const MARKUP = /<\/?(?:a|b|br|div|em|font|h[1-6]|html|i|li|ol|p|span|strong|table|u|ul)\b[^<>]{0,2000}>/i;
const ENTITY = /&(?:#\d{2,6}|#x[\da-f]{2,5}|[a-z]{2,8});/i;

/** Elements that part a text into blocks. Without them only its lines do. */
const BLOCKS = /<(?:div|h[1-6]|html|li|ol|p|table|ul)\b/i;
/** A line of a list whose sign somebody typed. */
const TYPED_ITEM = /^\s*(?:(\d{1,3})[.)]|[-*•–])\s+(?=\S)/;

/** Writes lines that only `<br>` parts as paragraphs, and lines of a typed list as its items. */
const linesAsItems = (html: string): string => {
  const out: string[] = [];
  let open = '';
  const enter = (list: string): void => {
    if (list === open) return;
    if (open !== '') out.push(`</${open}>`);
    if (list !== '') out.push(`<${list}>`);
    open = list;
  };
  for (const line of html.split(/<br\s*\/?>|\n/i)) {
    const [sign, number] = TYPED_ITEM.exec(line) ?? [];
    enter(sign === undefined ? '' : number === undefined ? 'ul' : 'ol');
    if (sign !== undefined)
      out.push(`<li${number === undefined ? '' : ` value="${number}"`}>${line.slice(sign.length)}</li>`);
    else if (line.trim() !== '') out.push(`<p>${line}</p>`);
  }
  enter('');
  return out.join('');
};

const writeDescription = (text: string, page: PageBuilder): void => {
  if (MARKUP.test(text))
    page.page(extractWholeHtml(`<body>${BLOCKS.test(text) ? text : linesAsItems(text)}</body>`), 2);
  else
    for (const paragraph of text.split(/\n\s*\n/))
      page.block(ENTITY.test(paragraph) ? unescapeHtml(paragraph) : paragraph);
};

/** The lines below an entry's title: when, how it repeats, where, and who. */
const detailsOf = (entry: Properties): string[] => {
  const status = statedIn(entry, 'STATUS').toUpperCase();
  const lines: [string, string][] = [
    ['When', timesOf(entry)],
    ['Due', dateOf(entry.get('DUE')?.[0])],
    ['Repeats', repeatsOf(statedIn(entry, 'RRULE'))],
    ['Not on', namesOf(entry, 'EXDATE', dateOf)],
    ['Instead of', dateOf(entry.get('RECURRENCE-ID')?.[0])],
    ['Status', status === 'CANCELLED' || status === 'TENTATIVE' || status === 'COMPLETED' ? status.toLowerCase() : ''],
    ['Where', textOf(entry, 'LOCATION')],
    ['Organizer', namesOf(entry, 'ORGANIZER', personOf)],
    ['Attendees', namesOf(entry, 'ATTENDEE', personOf)],
    ['Link', statedIn(entry, 'URL')],
  ];
  return lines.flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value.replace(/\s+/g, ' ')}`]));
};

const statedIn = (entry: Properties, name: string): string => entry.get(name)?.[0]?.value.trim() ?? '';
const textOf = (entry: Properties, name: string): string => unescaped(statedIn(entry, name));
const namesOf = (entry: Properties, name: string, nameOf: (property: Property) => string): string => {
  const all = entry.get(name) ?? [];
  const named = all.slice(0, MAX_NAMED).map(nameOf).filter(Boolean);
  return named.join(', ') + (all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} others` : '');
};

const VALUE = '(?:"[^"]*"|[^";:,]*)';
const PARAMETER = `;([^=:;"]+)=(${VALUE}(?:,${VALUE})*)`;
const HEAD = new RegExp(`^([A-Za-z0-9-]+)((?:${PARAMETER})*):`);

/** Splits a line at the first colon outside of quoted parameters. */
const parseLine = (line: string): (Property & { name: string }) | undefined => {
  const [head, name, given] = HEAD.exec(line) ?? [];
  if (head === undefined || name === undefined) return undefined;
  const parameters: Record<string, string> = {};
  for (const [, key = '', value = ''] of (given ?? '').matchAll(new RegExp(PARAMETER, 'g')))
    parameters[key.toUpperCase()] = value.replaceAll('"', '');
  return { name: name.toUpperCase(), parameters, value: line.slice(head.length) };
};

const unescaped = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)).trim();

const personOf = ({ parameters, value }: Property): string => {
  const address = value.replace(/^mailto:/i, '').trim();
  const { CN: name = '' } = parameters;
  return name === '' || name === address ? address : `${name} (${address})`;
};

const DATE = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/;

/** Writes a date as it is stated: "2026-03-05", "2026-03-05 10:00 UTC", "2026-03-05 10:00 (Europe/Berlin)". */
const dateOf = (property: Property | undefined): string => {
  if (property === undefined) return '';
  const zone = property.parameters.TZID;
  const dates = property.value.split(',').map((one) => {
    const [, year, month, day, hour, minute, utc] = DATE.exec(one.trim()) ?? [];
    if (year === undefined) return one.trim();
    const time = hour === undefined ? '' : ` ${hour}:${minute}${utc ? ' UTC' : ''}`;
    return `${year}-${month}-${day}${time}`;
  });
  return dates.join(', ') + (zone === undefined || zone === '' ? '' : ` (${zone})`);
};

/** When an entry begins and ends. The end of whole days is the day after the last one. */
const timesOf = (entry: Properties): string => {
  const [start, end] = [entry.get('DTSTART')?.[0], entry.get('DTEND')?.[0]];
  const from = dateOf(start);
  if (start === undefined) return '';
  if (end === undefined) {
    const lasts = durationOf(statedIn(entry, 'DURATION'));
    return lasts === '' ? from : `${from}, for ${lasts}`;
  }
  const [, year, month, day, hour] = DATE.exec(end.value.trim()) ?? [];
  if (year !== undefined && hour === undefined) {
    const last = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - 1)).toISOString().slice(0, 10);
    return last <= from ? from : `${from} to ${last}`;
  }
  const to = dateOf(end);
  const zone = /( \([^()]*\)| UTC)$/.exec(to)?.[1];
  const begins = zone !== undefined && from.endsWith(zone) ? from.slice(0, -zone.length) : from;
  return `${begins} to ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`;
};

/** "PT1H30M" as "1 h 30 min". */
const durationOf = (value: string): string => {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(value);
  const units = ['weeks', 'days', 'h', 'min'];
  return units.flatMap((unit, i) => (found?.[i + 1] === undefined ? [] : [`${found[i + 1]} ${unit}`])).join(' ');
};

const UNITS = wordTable<string>({
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
});
const DAYS = wordTable<string>({
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
});

/** A rule of repetition in words; parts that have none are written as they stand. */
const repeatsOf = (rule: string): string => {
  if (rule === '') return '';
  const parts = new Map(
    rule.split(';').map((part) => [part.split('=')[0]?.toUpperCase() ?? '', part.split('=')[1] ?? '']),
  );
  const take = (name: string): string => {
    const value = parts.get(name) ?? '';
    parts.delete(name);
    return value;
  };
  const [frequency, interval] = [take('FREQ').toUpperCase(), Number(take('INTERVAL') || 1)];
  const [days, until, count] = [take('BYDAY'), take('UNTIL'), take('COUNT')];
  take('WKST');
  const unit = UNITS[frequency] ?? frequency.toLowerCase();
  return [
    interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`,
    ...(days === '' ? [] : [`on ${days.split(',').map(dayOf).join(', ')}`]),
    ...[...parts].flatMap(([name, value]) => (name === '' ? [] : [`${name} ${value}`])),
    ...(until === '' ? [] : [`until ${dateOf({ parameters: {}, value: until })}`]),
    ...(count === '' ? [] : [`${count} times`]),
  ].join(', ');
};

/** "TH" as "Thursday", "2TH" as "2nd Thursday", "-1FR" as "last Friday". */
const dayOf = (code: string): string => {
  const [, nth = '', day = ''] = /^([+-]?\d+)?([A-Z]{2})$/.exec(code.trim().toUpperCase()) ?? [];
  const name = DAYS[day] ?? code;
  if (nth === '') return name;
  const number = Number(nth);
  if (number === -1) return `last ${name}`;
  return number > 0 ? `${number}${['th', 'st', 'nd', 'rd'][number] ?? 'th'} ${name}` : `${nth} ${name}`;
};
