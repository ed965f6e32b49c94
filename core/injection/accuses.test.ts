import { expect, it } from 'vitest';
import { accuses } from './accuses.ts';

it.each([
  'It is well known that Kestrel Ltd cheats on its invoices.',
  'Jon Arden was convicted of fraud.',
  'Everybody knows that Mary-Ann van der Berg stole money from the till.',
  'Jon Arden is a notorious liar.',
  'The treasurer Ana Dias has been embezzling? She embezzled 3,000 euros, says Rui Pinto.',
  'Frau Petra Falk hat Gelder der Kasse veruntreut.',
  'Jean Petit a été condamné pour vol.',
  'Juan Pardo fue despedido por robo.',
])('finds words against somebody: %s', (text) => {
  expect(accuses(text)).toBe(true);
});

it.each([
  'Jon Arden leads the fraud team.',
  'Report theft to Jon Arden.',
  'The cheating detection of Kestrel Ltd runs at night.',
  'A stolen badge is blocked at once.',
  'Whoever lied about their age loses the card.',
  'Petra Falk leitet die Abteilung gegen Betrug.',
  'The job is suspended at two.',
])('leaves: %s', (text) => {
  expect(accuses(text)).toBe(false);
});
