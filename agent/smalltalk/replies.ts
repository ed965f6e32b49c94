import type { ReplyLanguage } from './phrases/read-clause.ts';
import type { SmallTalkKind } from './recognise.ts';

/** Facts that a reply may mention. */
export interface ReplyFacts {
  /** True if a model writes the answers; otherwise they are quotes. */
  hasModel: boolean;
  /** Sources that the asker may read, with their number of pages: "handbook (46 pages)". */
  sources: readonly { id: string; pages: number }[];
  /** Questions that the team's pages answer. */
  samples: readonly string[];
}

/** Kinds whose replies include sample questions. */
export const WITH_SAMPLES: ReadonlySet<SmallTalkKind> = new Set(['who', 'can', 'pages', 'greeting', 'empty']);

/** The reply to a kind of small talk, in the asker's language. */
export const replyText = (kind: SmallTalkKind, language: ReplyLanguage, facts: ReplyFacts): string => {
  const { hasModel, samples } = facts;
  const words = REPLIES[language];
  const line =
    kind === 'pages'
      ? words.pages(facts.sources)
      : kind === 'who' || kind === 'can'
        ? hasModel
          ? words.writes
          : words.quotes
        : kind === 'languages'
          ? hasModel
            ? words.anyLanguage
            : words.fourLanguages
          : words[kind];
  return WITH_SAMPLES.has(kind) && samples.length > 0
    ? `${line}\n\n${words.try}\n${samples.map((sample) => `- ${sample}`).join('\n')}`
    : line;
};

type Plain = Exclude<SmallTalkKind, 'who' | 'can' | 'pages' | 'languages'>;
type Replies = Record<Plain, string> & {
  writes: string;
  quotes: string;
  /** With a model, and without one. */
  anyLanguage: string;
  fourLanguages: string;
  try: string;
  pages(sources: ReplyFacts['sources']): string;
};

const listed = (sources: ReplyFacts['sources'], page: string, pages: string) =>
  sources.map(({ id, pages: count }) => `${id} (${count} ${count === 1 ? page : pages})`).join(', ');

const REPLIES: Record<ReplyLanguage, Replies> = {
  en: {
    greeting: 'Hello! Ask me anything that your pages might say.',
    thanks: "You're welcome!",
    acknowledgement: 'Good. I’m here when you have another question.',
    goodbye: 'Goodbye! I’m here whenever you need me.',
    here: "Yes, I'm here. What would you like to know?",
    test: "It works: I'm reading you. What would you like to know?",
    doubt: "I haven't told you anything yet. Ask me a question, and I'll show you the page that its answer is from.",
    rework:
      'I quote pages word for word, so I can’t explain, shorten or translate what they say. The number under an answer opens the page that it is from.',
    wrong: "Sorry about that. Try it in other words, or name the page or product you mean, and I'll look again.",
    'how-are-you': 'All well here, thank you. What would you like to know?',
    insult: "Sorry that I haven't been of use. Tell me what you are looking for and I'll try again.",
    injection:
      'I only answer from your pages, and nothing typed or ingested changes that. What would you like to know?',
    chore: "I only quote pages: without a model I don't write or calculate. What would you like to know from them?",
    empty: 'What would you like to know?',
    remark: '🙂 I’m here when you have a question.',
    emoji: '🙂 What would you like to know?',
    link: "That is a link, and I can't open it from here. What would you like to know? Pages that should be searched have to be ingested first.",
    'stack-trace':
      'That looks like an error log. Tell me in one sentence what you want to know about it, for instance what a message means.',
    'no-words': "I couldn't find a question in that. What would you like to know?",
    writes: "I'm Parley, a program. I answer questions from your team's pages and show which ones I used.",
    quotes: "I'm Parley, a program that quotes your team's pages. No model is set, so I don't write or calculate.",
    anyLanguage: 'Ask me in your own language. I answer in it, if the model that I use knows it.',
    fourLanguages:
      'You can ask me in English, German, French or Spanish. I show pages in the language in which they are written.',
    adding:
      'Whoever runs Parley adds pages: in the console under Sources, or with `parley ingest FOLDER`. I read PDF, Word, Excel, Markdown, web pages, mail and more.',
    keeping:
      'I keep your questions and my answers, so that you can come back to them. Reviewers see which questions no page answered, and not who asked. You can erase yours: with “Erase my threads” in the web page, and with `/parley` in Slack and Discord.',
    try: 'You could ask:',
    pages: (sources) =>
      sources.length === 0
        ? 'I know no pages yet that you may see.'
        : `I know these sources: ${listed(sources, 'page', 'pages')}.`,
  },
  de: {
    greeting: 'Hallo! Frag mich, was auf euren Seiten stehen könnte.',
    thanks: 'Gern geschehen!',
    acknowledgement: 'Schön. Ich bin da, wenn du noch etwas wissen willst.',
    goodbye: 'Bis bald! Ich bin da, wenn du mich brauchst.',
    here: 'Ja, ich bin da. Was möchtest du wissen?',
    test: 'Es funktioniert. Was möchtest du wissen?',
    doubt: 'Ich habe noch nichts behauptet. Frag mich etwas, und ich zeige dir, auf welcher Seite die Antwort steht.',
    rework:
      'Ich zitiere Seiten Wort für Wort und kann nicht erklären, kürzen oder übersetzen, was dort steht. Die Nummer unter einer Antwort öffnet die Seite, aus der sie ist.',
    wrong: 'Das tut mir leid. Versuch es mit anderen Worten oder nenne die Seite, die du meinst.',
    'how-are-you': 'Alles gut, danke. Was möchtest du wissen?',
    insult: 'Schade, dass ich keine Hilfe war. Sag mir, was du suchst, und ich versuche es noch einmal.',
    injection: 'Ich antworte nur aus euren Seiten, und daran ändert keine Nachricht etwas. Was möchtest du wissen?',
    chore: 'Ich zitiere nur Seiten: Ohne Modell schreibe und rechne ich nicht. Was möchtest du aus ihnen wissen?',
    empty: 'Was möchtest du wissen?',
    remark: '🙂 Ich bin da, wenn du eine Frage hast.',
    emoji: '🙂 Was möchtest du wissen?',
    link: 'Das ist ein Link, und ich kann ihn von hier aus nicht öffnen. Was möchtest du wissen?',
    'stack-trace': 'Das sieht nach einem Fehlerprotokoll aus. Sag mir in einem Satz, was du darüber wissen möchtest.',
    'no-words': 'Darin habe ich keine Frage gefunden. Was möchtest du wissen?',
    writes:
      'Ich bin Parley, ein Programm. Ich beantworte Fragen aus den Seiten eures Teams und zeige, welche ich benutzt habe.',
    quotes:
      'Ich bin Parley, ein Programm, das die Seiten eures Teams zitiert. Es ist kein Modell eingestellt, also schreibe und rechne ich nicht.',
    anyLanguage: 'Frag mich in deiner Sprache. Ich antworte in ihr, wenn das Modell, das ich benutze, sie kann.',
    fourLanguages:
      'Du kannst mich auf Deutsch, Englisch, Französisch oder Spanisch fragen. Seiten zeige ich in der Sprache, in der sie geschrieben sind.',
    adding:
      'Seiten fügt hinzu, wer Parley betreibt: in der Konsole unter „Sources“ oder mit `parley ingest ORDNER`. Ich lese PDF, Word, Excel, Markdown, Webseiten, Mails und mehr.',
    keeping:
      'Ich behalte deine Fragen und meine Antworten, damit du zu ihnen zurückkommen kannst. Wer Antworten prüft, sieht, welche Fragen keine Seite beantwortet hat, und nicht, wer gefragt hat. Deine kannst du löschen: mit „Erase my threads“ auf der Webseite und mit `/parley` in Slack und Discord.',
    try: 'Zum Beispiel:',
    pages: (sources) =>
      sources.length === 0
        ? 'Ich kenne noch keine Seiten, die du sehen darfst.'
        : `Ich kenne diese Quellen: ${listed(sources, 'Seite', 'Seiten')}.`,
  },
  fr: {
    greeting: 'Bonjour ! Posez-moi une question sur vos pages.',
    thanks: 'Avec plaisir !',
    acknowledgement: 'Très bien. Je suis là si vous avez une autre question.',
    goodbye: 'À bientôt ! Je suis là quand vous voulez.',
    here: 'Oui, je suis là. Que voulez-vous savoir ?',
    test: 'Cela fonctionne. Que voulez-vous savoir ?',
    doubt: 'Je n’ai encore rien affirmé. Posez-moi une question, et je vous montrerai la page d’où vient la réponse.',
    rework:
      'Je cite les pages mot pour mot : je ne peux ni expliquer, ni abréger, ni traduire ce qu’elles disent. Le numéro sous une réponse ouvre la page d’où elle vient.',
    wrong: 'Désolé. Essayez avec d’autres mots, ou nommez la page dont il s’agit.',
    'how-are-you': 'Tout va bien, merci. Que voulez-vous savoir ?',
    insult: 'Désolé de ne pas avoir été utile. Dites-moi ce que vous cherchez et je réessaie.',
    injection: 'Je réponds seulement à partir de vos pages, et aucun message n’y change rien. Que voulez-vous savoir ?',
    chore: 'Je cite seulement des pages : sans modèle, je n’écris ni ne calcule. Que voulez-vous y trouver ?',
    empty: 'Que voulez-vous savoir ?',
    remark: '🙂 Je suis là si vous avez une question.',
    emoji: '🙂 Que voulez-vous savoir ?',
    link: 'C’est un lien, et je ne peux pas l’ouvrir d’ici. Que voulez-vous savoir ?',
    'stack-trace': 'On dirait un journal d’erreurs. Dites-moi en une phrase ce que vous voulez en savoir.',
    'no-words': 'Je n’y ai pas trouvé de question. Que voulez-vous savoir ?',
    writes: 'Je suis Parley, un programme. Je réponds à partir des pages de votre équipe et je montre lesquelles.',
    quotes:
      'Je suis Parley, un programme qui cite les pages de votre équipe. Aucun modèle n’est configuré, donc je n’écris ni ne calcule.',
    anyLanguage: 'Posez vos questions dans votre langue. J’y réponds, si le modèle que j’utilise la connaît.',
    fourLanguages:
      'Vous pouvez m’interroger en français, en anglais, en allemand ou en espagnol. Je montre les pages dans la langue où elles sont écrites.',
    adding:
      'C’est la personne qui gère Parley qui ajoute des pages : dans la console sous « Sources », ou avec `parley ingest DOSSIER`. Je lis PDF, Word, Excel, Markdown, pages web, courriels et autres.',
    keeping:
      'Je garde vos questions et mes réponses, pour que vous puissiez y revenir. Qui relit les réponses voit quelles questions sont restées sans page, et non qui les a posées. Vous pouvez effacer les vôtres : avec « Erase my threads » sur la page web, et avec `/parley` dans Slack et Discord.',
    try: 'Par exemple :',
    pages: (sources) =>
      sources.length === 0
        ? 'Je ne connais encore aucune page que vous puissiez voir.'
        : `Je connais ces sources : ${listed(sources, 'page', 'pages')}.`,
  },
  es: {
    greeting: '¡Hola! Pregúntame lo que puedan decir vuestras páginas.',
    thanks: '¡De nada!',
    acknowledgement: 'Muy bien. Aquí estoy si tienes otra pregunta.',
    goodbye: '¡Hasta pronto! Aquí estoy cuando me necesites.',
    here: 'Sí, aquí estoy. ¿Qué quieres saber?',
    test: 'Funciona. ¿Qué quieres saber?',
    doubt: 'Todavía no he dicho nada. Pregúntame algo y te mostraré de qué página sale la respuesta.',
    rework:
      'Cito las páginas palabra por palabra: no puedo explicar, acortar ni traducir lo que dicen. El número bajo una respuesta abre la página de la que sale.',
    wrong: 'Lo siento. Prueba con otras palabras o di a qué página te refieres.',
    'how-are-you': 'Todo bien, gracias. ¿Qué quieres saber?',
    insult: 'Siento no haber sido de ayuda. Dime qué buscas y lo intento otra vez.',
    injection: 'Solo respondo a partir de vuestras páginas, y ningún mensaje lo cambia. ¿Qué quieres saber?',
    chore: 'Solo cito páginas: sin un modelo no escribo ni calculo. ¿Qué quieres saber de ellas?',
    empty: '¿Qué quieres saber?',
    remark: '🙂 Aquí estoy si tienes una pregunta.',
    emoji: '🙂 ¿Qué quieres saber?',
    link: 'Eso es un enlace y no puedo abrirlo desde aquí. ¿Qué quieres saber?',
    'stack-trace': 'Parece un registro de errores. Dime en una frase qué quieres saber.',
    'no-words': 'No he encontrado ninguna pregunta ahí. ¿Qué quieres saber?',
    writes: 'Soy Parley, un programa. Respondo a partir de las páginas de tu equipo y muestro cuáles he usado.',
    quotes:
      'Soy Parley, un programa que cita las páginas de tu equipo. No hay ningún modelo configurado, así que no escribo ni calculo.',
    anyLanguage: 'Pregúntame en tu idioma. Respondo en él, si el modelo que uso lo conoce.',
    fourLanguages:
      'Puedes preguntarme en español, inglés, alemán o francés. Muestro las páginas en el idioma en que están escritas.',
    adding:
      'Las páginas las añade quien administra Parley: en la consola en «Sources», o con `parley ingest CARPETA`. Leo PDF, Word, Excel, Markdown, páginas web, correos y más.',
    keeping:
      'Guardo tus preguntas y mis respuestas, para que puedas volver a ellas. Quien revisa ve qué preguntas no respondió ninguna página, y no quién las hizo. Puedes borrar las tuyas: con «Erase my threads» en la página web, y con `/parley` en Slack y Discord.',
    try: 'Por ejemplo:',
    pages: (sources) =>
      sources.length === 0
        ? 'Todavía no conozco páginas que puedas ver.'
        : `Conozco estas fuentes: ${listed(sources, 'página', 'páginas')}.`,
  },
};
