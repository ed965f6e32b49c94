import { describe, expect, it } from 'vitest';
import { dateWritten } from './written-date.ts';

const TODAY = '2026-11-29T10:00:00.000Z';
const dateOf = (text: string, name = 'page') => dateWritten({ name, text }, TODAY);

describe('the day on which a page was written', () => {
  it.each([
    ['2026-11-24-minutes', '2026-11-24'],
    ['minutes_2026_03_05', '2026-03-05'],
    ['shifts-2026-w49', undefined],
    ['report 20261', undefined],
    ['minutes-2026-13-40', undefined],
  ])('stands in a name: %s', (name, day) => {
    expect(dateOf('Present: all.', name)).toBe(day);
  });

  it.each([
    ['# Claims\n\n*(Patrick Wiese, last edit 11 May 2026)*', '2026-05-11'],
    ['Last updated: October 3rd, 2026', '2026-10-03'],
    ['**Stand:** 1. Oktober 2026', '2026-10-01'],
    ['(state August 2026)', '2026-08-01'],
    ['# support | exported by Tom Ashworth 28/11/2026', '2026-11-28'],
    ['Mis à jour le 4 décembre 2025', '2025-12-04'],
    ['Actualizado: 2026-02-28', '2026-02-28'],
    ['valid_from: 2026-05-01', '2026-05-01'],
    ['Geändert am 03.10.2026', '2026-10-03'],
  ])('is said by a label: %s', (text, day) => {
    expect(dateOf(text)).toBe(day);
  });

  it.each([
    ['The fair opens on 3 October 2026.'],
    ['Exported 3/11/2026'],
    ['Date of birth: unknown. Founded in 2019.'],
    ['Updated: 1 January 2027'],
    [`${'Long text. '.repeat(100)}Last updated: 3 May 2026. ${'Long text. '.repeat(100)}`],
  ])('is not: %s', (text) => {
    expect(dateOf(text)).toBeUndefined();
  });

  it('is the last day of an exported chat', () => {
    const chat = (days: readonly string[]) =>
      days.map((day) => `${day}\n09:02 Tom: morning\n09:03 Ana: hi`).join('\n\n');
    expect(dateOf(chat(['--- Mon 2026-11-16 ---', '--- Fri 2026-11-27 ---']))).toBe('2026-11-27');
    expect(dateOf(chat(['Mon 16.11.2026', 'Tue 17.11.2026']))).toBe('2026-11-17');
    expect(dateOf(chat(['== Thu 12 Nov 2026 ==']))).toBeUndefined();
  });

  it('counts the page before its name', () => {
    expect(dateOf('Last changed: 2026-06-01', 'minutes-2026-03-05')).toBe('2026-06-01');
  });
});
