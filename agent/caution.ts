import { type Answer, isAttachment } from '../core/answer.ts';
import type { Scope } from '../core/document.ts';
import { accuses } from '../core/injection/accuses.ts';
import { passesOnSecret } from '../core/injection/find-secrets.ts';
import type { Log } from '../core/log.ts';
import { type ContactDetail, contactDetails, holdsDetail } from '../core/text/contact-details.ts';
import { inertText } from '../core/text/inert-text.ts';
import type { Stores } from '../stores/index.ts';
import { askersLanguage } from './quote/languages/asked-language.ts';
import { type NamedPage, namePages } from './quote/reply/other-page.ts';

/** Maximum details that are looked for on other pages; each costs a search by words. */
const MAX_DETAILS = 3;
/** Numbers or addresses from which on a passage is a list of contacts: each stands there alone, and means no harm by it. */
const LISTED = 3;
/** Passages that are looked through for a page that gives the same detail. */
const PASSAGES = 30;

interface Words {
  named(page: NamedPage): string;
  alone(kind: ContactDetail['kind'], page: string): string;
  secret(page: string): string;
  accusation(page: string): string;
}

const named =
  (left: string, right: string) =>
  ({ title, known }: NamedPage): string =>
    `${left}${title.replace(/\s+/gu, ' ')}${right}${known === '' ? '' : ` (${known})`}`;

const WORDS: Readonly<Record<'en' | 'de' | 'fr' | 'es', Words>> = {
  en: {
    named: named('“', '”'),
    alone: (kind, page) =>
      ({
        address: `Only ${page} gives this address.`,
        phone: `Only ${page} gives this number.`,
        account: `Only ${page} gives this account: check it with someone you know before you pay.`,
      })[kind],
    secret: (page) =>
      `${page} says so, not Parley: ask someone you know before you give anybody a password, a code or a card number.`,
    accusation: (page) => `${page} says this against somebody, not Parley, which cannot tell whether it is true.`,
  },
  de: {
    named: named('„', '“'),
    alone: (kind, page) =>
      ({
        address: `Diese Adresse steht nur auf ${page}.`,
        phone: `Diese Nummer steht nur auf ${page}.`,
        account: `Dieses Konto steht nur auf ${page}: vor einer Zahlung bei jemandem nachfragen, den man kennt.`,
      })[kind],
    secret: (page) =>
      `Das sagt ${page}, nicht Parley: bei jemandem nachfragen, den man kennt, bevor man ein Passwort, einen Code oder eine Kartennummer weitergibt.`,
    accusation: (page) => `Das wirft ${page} jemandem vor, nicht Parley; ob es stimmt, kann Parley nicht wissen.`,
  },
  fr: {
    named: named('« ', ' »'),
    alone: (kind, page) =>
      ({
        address: `Seule la page ${page} donne cette adresse.`,
        phone: `Seule la page ${page} donne ce numéro.`,
        account: `Seule la page ${page} donne ce compte : vérifiez-le auprès d’une personne que vous connaissez avant de payer.`,
      })[kind],
    secret: (page) =>
      `C’est la page ${page} qui le dit, pas Parley : demandez à une personne que vous connaissez avant de donner un mot de passe, un code ou un numéro de carte.`,
    accusation: (page) =>
      `C’est la page ${page} qui accuse quelqu’un, pas Parley, qui ne peut pas savoir si c’est vrai.`,
  },
  es: {
    named: named('«', '»'),
    alone: (kind, page) =>
      ({
        address: `Solo ${page} da esta dirección.`,
        phone: `Solo ${page} da este número.`,
        account: `Solo ${page} da esta cuenta: compruébela con alguien que conozca antes de pagar.`,
      })[kind],
    secret: (page) =>
      `Lo dice ${page}, no Parley: pregunte a alguien que conozca antes de dar una contraseña, un código o un número de tarjeta.`,
    accusation: (page) => `Lo dice de alguien ${page}, no Parley, que no puede saber si es cierto.`,
  },
};

/** What a reader might do harm with, most harmful first. */
const HARM: readonly ContactDetail['kind'][] = ['account', 'phone', 'address'];

/**
 * Adds a line below an answer that could do harm: words of a page about handing over a secret, words against a named person or
 * company, or a way to pay, call or write that no other page gives which the asker may read, outside of a list of contacts. It
 * names the page with its source and date.
 * No rule tells an honest page from a false one, so nothing is left out: who reads it learns how much stands behind it.
 */
export const withCaution = async (
  answer: Answer,
  { scopes, stores, log, now }: { scopes: readonly Scope[]; stores: Stores; log: Log; now: number },
): Promise<Answer> => {
  const shown = [
    ...answer.citations.filter(({ kind }) => kind !== 'live'),
    ...(answer.nearest ?? []).flatMap((page) => {
      const quote = page.quote ?? page.excerpt;
      return quote === undefined ? [] : [{ ...page, quote }];
    }),
  ].filter(({ documentId }) => !isAttachment(documentId));
  if (answer.verdict === 'smalltalk' || shown.length === 0) return answer;
  try {
    const words = WORDS[askersLanguage(answer.question)];
    const name = async (page: ShownPage): Promise<string> => {
      const [known] = await namePages([page], stores.documents, now);
      return words.named(known ?? { title: page.title, known: '' });
    };
    const asks = shown.find(({ quote }) => passesOnSecret(quote));
    const accusing = asks ? undefined : accusingAlone(shown);
    const alone = asks || accusing ? undefined : await onOnePage(answer.text, shown, { scopes, stores });
    const line = asks
      ? words.secret(await name(asks))
      : accusing
        ? words.accusation(await name(accusing))
        : alone && words.alone(alone.detail.kind, await name(alone.page));
    return line ? { ...answer, text: `${answer.text}\n\n_${inertText(line)}_` } : answer;
  } catch (error) {
    // A store that went away meanwhile costs the line, not the answer that was made before.
    log.warn({ err: error }, 'an answer was not compared with other pages');
    return answer;
  }
};

interface ShownPage {
  documentId: string;
  title: string;
  quote: string;
}

/** The page that says something against somebody, unless another page that is shown does too. */
const accusingAlone = (shown: readonly ShownPage[]): ShownPage | undefined => {
  const [page, ...others] = shown.filter(({ quote }) => accuses(quote));
  return others.some(({ documentId }) => documentId !== page?.documentId) ? undefined : page;
};

/** The most harmful detail of an answer that only one page gives, with that page. */
const onOnePage = async (
  text: string,
  shown: readonly ShownPage[],
  { scopes, stores }: { scopes: readonly Scope[]; stores: Stores },
): Promise<{ detail: ContactDetail; page: ShownPage } | undefined> => {
  const details = contactDetails(text.replace(/`/gu, ''))
    .toSorted((a, b) => HARM.indexOf(a.kind) - HARM.indexOf(b.kind))
    .slice(0, MAX_DETAILS);
  for (const detail of details) {
    const [page, ...others] = shown.filter(({ quote }) => holdsDetail(quote, detail));
    if (!page) continue;
    const isOther = ({ documentId }: { documentId: string }) => documentId !== page.documentId;
    if (others.some(isOther)) continue;
    const found = await stores.lexical.search(
      detail.kind === 'address' ? detail.key : detail.written,
      PASSAGES,
      scopes,
    );
    const passages = await stores.documents.passages(
      found.map(({ id }) => id),
      scopes,
    );
    const holding = passages.filter(({ text: words }) => holdsDetail(words, detail));
    if (holding.some(isOther) || (detail.kind !== 'account' && holding.some((one) => isList(one.text, detail))))
      continue;
    return { detail, page };
  }
  return undefined;
};

/** True for a text with several details of one kind. */
const isList = (text: string, { kind }: ContactDetail): boolean =>
  contactDetails(text).filter((one) => one.kind === kind).length >= LISTED;
