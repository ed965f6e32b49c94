import { expect, it } from 'vitest';
import { contactDetails, holdsDetail, withoutContactDetails } from './contact-details.ts';

it.each([
  ['Call +49 30 123456-78 or (01632) 960 177.', ['phone 493012345678', 'phone 01632960177']],
  ['Call 902-555-0134.', ['phone 9025550134']],
  [
    'Pay to DE89 3704 0044 0532 0130 00, not by card 4111 1111 1111 1111.',
    ['account de89370400440532013000', 'account 4111111111111111'],
  ],
  ['Write to it@mail.acme.co.uk or see https://www.Acme.co.uk/help.', ['address acme.co.uk']],
  [
    'On 2026-11-23 at 07:00-19:00 we sold 1,934 of 10.0.0.1, for EUR 2,180.00 and 0.05 units; see config.yaml, Node.js, ASP.NET.',
    [],
  ],
  ['Enter it at pay.harbour-forms.net with your name.', ['address harbour-forms.net']],
  ['Order 2026 11 2345 and part 8500-1200-77 are in room 3301.', []],
])('%s', (text, found) => expect(contactDetails(text).map(({ kind, key }) => `${kind} ${key}`)).toEqual(found));

it('finds a detail that another page writes in another way', () => {
  const [phone, address] = contactDetails('Call 01632 960 177 or write to desk@acme.example.');
  expect(holdsDetail('Ring (01632) 960177.', phone!)).toBe(true);
  expect(holdsDetail('See https://intranet.acme.example/desk', address!)).toBe(true);
  expect(holdsDetail('See https://acme-desk.example', address!)).toBe(false);
});

it.each([
  ['Session expired: log in at https://bean-login.example/verify first', 'Session expired: log in at … first'],
  ['Desk: a@bean.example, b@bean.example or +1 900 555 0199', 'Desk: …, … or …'],
  ['Pay DE89 3704 0044 0532 0130 00', 'Pay …'],
  ['docs.python.org', 'docs.python.org'],
  ['Upgrading ASP.NET to 8.0.1', 'Upgrading ASP.NET to 8.0.1'],
])('a label says no contact detail unless it is nothing else: %s', (label, shown) =>
  expect(withoutContactDetails(label)).toBe(shown),
);
