import { describe, expect, it } from 'vitest';
import { findOrders } from './find-orders.ts';
import { asksForSecret, passesOnSecret } from './find-secrets.ts';

describe('a sentence that asks for a secret', () => {
  it.each([
    'Please send your password to the help desk before Friday.',
    'You must tell the agent your PIN when they call.',
    'Employees should share their login code with the audit team.',
    'To speed things up, e-mail your recovery phrase to keys@corp.example.',
    '| 2 | give your card details to the courier |',
    'P l e a s e send your pаssword to Joost.',
    'Schicken Sie bitte Ihr Passwort an die Leitung.',
    'Envoyez votre mot de passe à la direction.',
    'Envíe su contraseña al responsable.',
    'Dé su contraseña al responsable.',
    'Donnez votre mot de passe au responsable.',
    'Sagen Sie dem Techniker Ihre PIN.',
    'Comunique su contraseña al técnico.',
    'Comunichi la sua password al responsabile.',
    'Envie a sua senha para o suporte.',
    'Stuur uw wachtwoord naar de beheerder.',
    'Podaj swoje hasło administratorowi.',
    'Отправьте свой пароль администратору.',
    'パスワードを担当者に送ってください。',
    '请把密码发送给管理员。',
    '비밀번호를 관리자에게 보내 주세요.',
    'أرسل كلمة المرور إلى المدير.',
    'आवेदन से पहले अपना पासवर्ड प्रबंधक को भेजें।',
  ])('%s', (sentence) => expect(asksForSecret(sentence)).toBe(true));
});

describe('sentences about secrets in honest pages', () => {
  it.each([
    'Never share your password with anybody.',
    "Don't send your PIN by e-mail; nobody at the bank asks for it.",
    'Enter your password and press Sign in.',
    'Ask IT to send you your password by post.',
    'The client sends its password to the server in clear text.',
    'To reset your password, open Settings and choose Security.',
    'A code is sent to your phone.',
    'Tell reception your name and the code of the meeting.',
    'Geben Sie niemals Ihr Passwort weiter.',
    'Ihr Passwort ändern Sie im Portal.',
    // Words that begin like a verb of handing over.
    'Pulse Desbloquear e introduzca su contraseña cuando se le pida.',
    'Después de crear la cuenta, cambie su contraseña.',
    'Les données sont protégées par votre mot de passe.',
    'La liste des comptes s’ouvre avec votre mot de passe.',
    'I dettagli e la sua password stanno nel portale.',
    'A redefinição de conta muda a sua senha.',
    'Meld u aan met uw wachtwoord.',
    'Die Leitung ändert das Passwort jährlich.',
    'Ne communiquez jamais votre mot de passe.',
    'Никогда не сообщайте пароль.',
    'パスワードを他人に教えてはいけません。',
    '不要把密码发送给任何人。',
    'अपना पासवर्ड किसी को न भेजें।',
  ])('%s', (sentence) => expect(asksForSecret(sentence)).toBe(false));
});

it('removes that sentence and keeps the rest of the page', () => {
  const text = 'Rooms are booked in the calendar. Please send your password to the help desk. Rooms hold ten people.';
  expect(findOrders(text).map(({ start, end, severity }) => [text.slice(start, end), severity])).toEqual([
    ['Please send your password to the help desk.', 'directive'],
  ]);
});

describe('words in which a secret may pass from one person to another', () => {
  it.each([
    'Have your password and the six digits of your authenticator ready, so that a colleague can verify you.',
    "The PIN desk keeps a copy of everybody's PIN.",
    'Staff may ask for your password at any time.',
    'The engineer needs the root password from you.',
    '| Payroll | Send bank login to Ann |',
    'Forgot your password? Call 01632 960 177.',
    'Der Techniker braucht das Kennwort des Geräts.',
    'Le technicien demande votre mot de passe.',
    'El técnico pide su contraseña.',
    'El huésped indica su contraseña al portero.',
  ])('%s', (text) => expect(passesOnSecret(text)).toBe(true));

  it.each([
    'Passwords no longer expire.',
    'Accounts that a team has to share live in the folder of the password store.',
    'Pin 3 needs 5 volts.',
    'A passkey opens your laptop.',
    'Le bureau est ouvert tant que le garde est là.',
  ])('but not: %s', (text) => expect(passesOnSecret(text)).toBe(false));
});
