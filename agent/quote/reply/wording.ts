import type { ReadQuestion } from '../reading/question.ts';
import type { NamedPage } from './other-page.ts';

/** The sentences around a quote, in one language. */
export interface Wording {
  /** Precedes the closest passage. */
  unsure: string;
  /** Precedes the nearest pages. */
  unknown: string;
  /** Precedes further pages below the closest passage. */
  others: string;
  /** As `unknown`, for a message that only names what the first page is about. */
  topic: string;
  /** As `unknown`, for a question that needs several pages. */
  several: string;
  /** Used if no page was found that the asker may read. */
  nothing: string;
  /** Precedes an answer that is repeated because the asker doubts it. */
  again: string;
  from(title: string): string;
  /** Words of a page below its name. */
  excerpt(words: string): string;
  table(name: string, title: string, says: string | undefined): string;
  corrected(pairs: readonly { from: string; to: string }[]): string;
  replaced(title: string): string;
  /** Precedes what a page says that also holds words addressed to the assistant. */
  untrusted: string;
  /** Between an answer and the statement of another page. */
  otherPage(page: NamedPage, other: NamedPage): string;
}

const named = (left: string, right: string, { title, known }: NamedPage): string =>
  `${left}${title}${right}${known === '' ? '' : ` (${known})`}`;

const quoted = (left: string, right: string) => (pairs: readonly { from: string; to: string }[], joined: string) =>
  pairs.map(({ from, to }) => `${left}${from}${right} ${joined} ${left}${to}${right}`).join(', ');

const en = quoted('“', '”');
const de = quoted('„', '“');
const fr = quoted('« ', ' »');
const es = quoted('«', '»');

export const WORDING: Readonly<Record<ReadQuestion['language'], Wording>> = {
  en: {
    unsure: "I'm not sure this answers it; the closest passage is:",
    others: 'These pages come close too:',
    unknown: "I don't know. These pages come closest:",
    topic: 'What would you like to know about that? These pages come closest:',
    several: "This needs several pages read together, which I can't do without a model. These come closest:",
    nothing: "I don't know: I found nothing about that in the pages that I may read here.",
    again: 'I can only be as sure as the page. This is what it says:',
    from: (title) => `From “${title}”`,
    excerpt: (words) => `“${words}”`,
    table: (name, title, says) =>
      `From the table ${name === '' || name === title ? `in “${title}”` : `“${name}” in “${title}”`}${says ? ` (${says})` : ''}`,
    corrected: (pairs) => `I read ${en(pairs, 'as')}.`,
    replaced: (title) => `“${title}” says of itself that it has been replaced.`,
    untrusted: 'This comes from a page that also holds words addressed to the assistant, so check it first:',
    otherPage: (page, other) => `${named('“', '”', page)} says so; another page, ${named('“', '”', other)}, says:`,
  },
  de: {
    unsure: 'Ich bin nicht sicher, ob das die Antwort ist; am nächsten kommt:',
    others: 'Nahe kommen auch diese Seiten:',
    unknown: 'Das weiß ich nicht. Am nächsten kommen diese Seiten:',
    topic: 'Was möchtest du darüber wissen? Am nächsten kommen diese Seiten:',
    several: 'Dafür müsste ich mehrere Seiten zusammen lesen, und das kann ich ohne Modell nicht. Am nächsten kommen:',
    nothing: 'Das weiß ich nicht: Auf den Seiten, die ich hier lesen darf, steht nichts dazu.',
    again: 'Ich bin nur so sicher wie die Seite. Dort steht:',
    from: (title) => `Aus „${title}“`,
    excerpt: (words) => `„${words}“`,
    table: (name, title, says) =>
      `Aus der Tabelle ${name === '' || name === title ? `in „${title}“` : `„${name}“ in „${title}“`}${says ? ` (${says})` : ''}`,
    corrected: (pairs) => `Gelesen habe ich ${de(pairs, 'als')}.`,
    replaced: (title) => `„${title}“ sagt von sich, dass es ersetzt wurde.`,
    untrusted: 'Das stammt von einer Seite, die auch Worte an den Assistenten enthält; bitte erst prüfen:',
    otherPage: (page, other) =>
      `So steht es in ${named('„', '“', page)}; eine andere Seite, ${named('„', '“', other)}, sagt:`,
  },
  fr: {
    unsure: 'Je ne suis pas sûr que cela réponde à la question ; le passage le plus proche est :',
    others: 'Ces pages en sont proches aussi :',
    unknown: 'Je ne sais pas. Voici les pages les plus proches :',
    topic: 'Que voulez-vous savoir à ce sujet ? Voici les pages les plus proches :',
    several: 'Il faudrait lire plusieurs pages ensemble, ce que je ne sais pas faire sans modèle. Les plus proches :',
    nothing: "Je ne sais pas : je n'ai rien trouvé à ce sujet dans les pages que je peux lire ici.",
    again: 'Je ne peux être plus sûr que la page. Voici ce qu’elle dit :',
    from: (title) => `Extrait de « ${title} »`,
    excerpt: (words) => `« ${words} »`,
    table: (name, title, says) =>
      `Extrait du tableau ${name === '' || name === title ? `de « ${title} »` : `« ${name} » de « ${title} »`}${says ? ` (${says})` : ''}`,
    corrected: (pairs) => `J'ai lu ${fr(pairs, 'comme')}.`,
    replaced: (title) => `« ${title} » indique avoir été remplacé.`,
    untrusted: 'Ceci vient d’une page qui contient aussi des mots adressés à l’assistant ; à vérifier d’abord :',
    otherPage: (page, other) =>
      `C'est ce que dit ${named('« ', ' »', page)} ; une autre page, ${named('« ', ' »', other)}, dit :`,
  },
  es: {
    unsure: 'No estoy seguro de que esto lo responda; el pasaje más cercano es:',
    others: 'También se acercan estas páginas:',
    unknown: 'No lo sé. Estas páginas son las más cercanas:',
    topic: '¿Qué quieres saber sobre eso? Estas páginas son las más cercanas:',
    several: 'Para eso habría que leer varias páginas a la vez, y sin un modelo no puedo. Las más cercanas:',
    nothing: 'No lo sé: no he encontrado nada sobre eso en las páginas que puedo leer aquí.',
    again: 'Solo puedo estar tan seguro como la página. Dice así:',
    from: (title) => `De «${title}»`,
    excerpt: (words) => `«${words}»`,
    table: (name, title, says) =>
      `De la tabla ${name === '' || name === title ? `de «${title}»` : `«${name}» de «${title}»`}${says ? ` (${says})` : ''}`,
    corrected: (pairs) => `He leído ${es(pairs, 'como')}.`,
    replaced: (title) => `«${title}» dice de sí mismo que ha sido sustituido.`,
    untrusted: 'Esto viene de una página que también contiene palabras dirigidas al asistente; compruébelo antes:',
    otherPage: (page, other) => `Eso dice ${named('«', '»', page)}; otra página, ${named('«', '»', other)}, dice:`,
  },
};
