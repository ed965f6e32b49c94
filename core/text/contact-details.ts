import { findAddresses } from './addresses.ts';

/** What a reader could follow, call or pay to. */
export interface ContactDetail {
  kind: 'address' | 'phone' | 'account';
  /** As the text writes it. */
  written: string;
  /** What pages that agree have in common: an address's domain, the digits of a number, the letters and digits of an account. */
  key: string;
}

/** Of names without a scheme only those with an ending that no part of a program's name has. */
const CERTAIN_ADDRESS = /^(?:https?:\/\/|www\.)|@|^[a-z\d.-]+\.(?:com|org|net|info|biz|shop|online|xyz)(?:[/:?#]|$)/u;
/** Second levels below which names are given out, as in "acme.co.uk". */
const SHARED_LEVEL = /^(?:com?|org|net|ac|gov|edu)$/u;

/** International numbers, those with a leading zero, and North American ones. Years, dates and quantities begin otherwise. */
const PHONE =
  /(?<![\p{L}\p{N}.,:/_-])(?:\+ ?\d|\(?0\d|(?:1[-. ])?\(?[2-9]\d{2}\)?[-. ]\d{3}[-. ]\d{4}(?!\p{N}))[\d \u00A0()/-]*(?!\p{L})/gu;
const [MIN_PHONE_DIGITS, MAX_PHONE_DIGITS] = [7, 15];

/** IBANs (ISO 13616), card numbers in groups of four, and addresses of Bitcoin and Ethereum. */
const ACCOUNT =
  /(?<![\p{L}\p{N}])(?:[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?|\d{4}(?:[ -]\d{4}){3}|bc1[a-z\d]{25,60}|0x[\da-fA-F]{40})(?![\p{L}\p{N}])/gu;
const MIN_ACCOUNT_DIGITS = 10;

/** Finds mail and web addresses, telephone numbers and bank accounts in a text by their form, each once. */
export const contactDetails = (text: string): ContactDetail[] => {
  const accounts = [...text.matchAll(ACCOUNT)].flatMap(([written]): ContactDetail[] =>
    written.replace(/\D/g, '').length < MIN_ACCOUNT_DIGITS && !written.startsWith('bc1')
      ? []
      : [{ kind: 'account', written, key: keyOf(written) }],
  );
  const numbers = [...text.replace(ACCOUNT, ' ').matchAll(PHONE)].flatMap(([found]): ContactDetail[] => {
    const written = found.replace(/[^\d)]+$/u, '');
    const digits = written.replace(/\D/g, '');
    const isNumber = digits.length >= MIN_PHONE_DIGITS && digits.length <= MAX_PHONE_DIGITS;
    return isNumber ? [{ kind: 'phone', written, key: digits }] : [];
  });
  const addresses = findAddresses(text).flatMap(({ address }): ContactDetail[] => {
    const domain = CERTAIN_ADDRESS.test(address) ? domainOf(address) : undefined;
    return domain ? [{ kind: 'address', written: address, key: domain }] : [];
  });
  const found = [...accounts, ...numbers, ...addresses];
  return found.filter(({ key }, at) => found.findIndex((other) => other.key === key) === at);
};

/**
 * A label with "…" in place of each contact detail; the label as it is if it says nothing else, as "docs.python.org" does.
 */
export const withoutContactDetails = (label: string): string => {
  const rest = contactDetails(label).reduce((left, { written }) => left.replaceAll(written, '…'), label);
  // Of several addresses of one domain only the first is listed.
  const shown = rest === label ? label : withoutContactDetails(rest);
  return /\p{L}{2}/u.test(shown) ? shown : label;
};

/** True if a text holds a detail, or for an address another one of its domain. */
export const holdsDetail = (text: string, { kind, key }: ContactDetail): boolean =>
  kind === 'address'
    ? contactDetails(text).some((other) => other.kind === 'address' && other.key === key)
    : (kind === 'phone' ? text.replace(/\D/g, '') : keyOf(text)).includes(key);

const keyOf = (written: string): string => written.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The domain that was given out: "acme.example" of "https://www.acme.example/a" and of "it@mail.acme.example". */
const domainOf = (address: string): string | undefined => {
  const host = address
    .toLowerCase()
    .replace(/^[a-z]+:\/\//u, '')
    .replace(/[/?#].*$/su, '')
    .replace(/^.*@/su, '')
    .replace(/:\d+$/u, '');
  const labels = host.split('.').filter(Boolean);
  if (labels.length < 2) return undefined;
  return labels.slice(SHARED_LEVEL.test(labels.at(-2) ?? '') ? -3 : -2).join('.');
};
