import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it.each([
  ['How many days of leave do we have?', 'en'],
  ['Wie viele Urlaubstage habe ich?', 'de'],
  ['Rechnungen löschen in noddle. Alte Rechnungen werden in noddle nach 104 Tagen gelöscht.', 'de'],
  ['Combien de jours de congé est-ce que nous avons ?', 'fr'],
  ['comment lui dire de mettre la lampe à la place de su ?', 'fr'],
  ['¿Cuántos días de vacaciones hay para los empleados?', 'es'],
  ['Quanti giorni di ferie sono previsti e come si chiedono?', 'it'],
  ['Hoeveel dagen verlof heb ik?', 'nl'],
  ['Hur många semesterdagar har jag?', 'sv'],
  ['Сколько дней отпуска и когда мы их берём?', 'ru'],
  ['give me a list of the teams', 'en'],
  ['tell me a joke', undefined],
  ['Urlaubstage', undefined],
  ['ABC-123 2026-01-01', undefined],
  ['', undefined],
])('%s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});
