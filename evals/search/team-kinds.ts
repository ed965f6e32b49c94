/**
 * Pages of a team of engineers that does not exist, made by rule: every kind of page that an encyclopaedia lacks and a team
 * has. Each product has pages of most kinds, so that a page must be told from others that name the same product; products
 * are invented words in lower case.
 */
export interface KindPage {
  /** Its path, which is its document's id too. */
  id: string;
  title: string;
  /** Markdown. */
  text: string;
}

/** Each kind of question is a row of the evaluation. */
export type Kind =
  | 'pages titled Overview'
  | 'heading paths'
  | 'chat threads'
  | 'code identifiers'
  | 'ticket numbers'
  | 'German'
  | 'French and Spanish'
  | 'Chinese and Japanese'
  | 'Arabic and Hindi'
  | 'two pages of plain titles';

export interface KindQuestion {
  kind: Kind;
  question: string;
  documentIds?: string[];
  /** What the right passage says, where a page has many. */
  answers?: string[];
}

const list = (text: string) => text.split(' ');
const PRODUCTS = list(
  'quarl brimstack noddle tessaline ferrow lumpkit orvane skimmer padlock gristle wickerbox halden morrowing cindle dapple',
);
const PURPOSES =
  'takes payments|sends invoices|stores photographs|plans deliveries|checks addresses|converts currencies|scans receipts|prints labels|books couriers|counts stock|routes phone calls|signs contracts|schedules shifts|translates letters|archives mail'.split(
    '|',
  );
const TEAMS = list('Kestrel Larch Basalt Juniper Otter Quartz Willow Heath Marten Flint Rowan Tarn Sorrel Birch Dune');
const LEADS =
  'Amara Osei|Bram Visser|Chiara Conti|Dmitri Volkov|Elif Kaya|Finn Larsen|Greta Holm|Hiro Tanaka|Ines Rocha|Jonas Weber|Kavya Rao|Liam Byrne|Maja Nowak|Noor Haddad|Oskar Lind'.split(
    '|',
  );
const CITIES = list('Ghent Graz Turin Lyon Basel Gdansk Malmo Cork Porto Bergen Leeds Trieste Bilbao Tartu Aarhus');
const CAUSES =
  'a full disk on the queue host|an expired token of the cache|a missing index on the orders table|a clock that ran ahead|a loop in the retry code|a typo in the region name|two jobs with one lock|a dropped firewall rule|a library that was downgraded|a counter that overflowed|an empty feed from the supplier|a certificate of the proxy|a migration run twice|a log that was never rotated|a proxy without keep-alive'.split(
    '|',
  );
const SETTINGS = list('timeout retention batch quota backoff');
const FUNCTIONS = list(
  'parseRowBatch mergeLedgers flushOutbox resolveTenant splitWaybill hashReceipt pruneShards openSpool rankCouriers foldDeltas sealEnvelope mapVendors trimHistory wakeWorker pinRevision',
);
/** A product's pages, in one folder as in a wiki. */
const AREAS = ['Storage', 'Delivery', 'Access'] as const;

const each = <T>(make: (product: string, at: number) => T): T[] => PRODUCTS.map(make);
const number = (at: number, salt: number) => 100 + ((at * 7919 + salt * 104_729) % 900);

/** Every product's own page, all with one title. */
const overviews = each(
  (product, at): KindPage => ({
    id: `pages/docs/${product}/overview.md`,
    title: 'Overview',
    text: `# Overview\n\n${product} ${PURPOSES[at]}. It began in ${2008 + at} as a script on one laptop. Team ${TEAMS[at]} runs it and answers questions about it in #${product}. Nothing else here needs to know how it works inside.`,
  }),
);

const settingOf = (area: number, product: number, setting: number) => 1000 + area * 75 + product * 5 + setting;

/** One page for each area; only its headings say what a number stands for. */
const configurations = AREAS.map(
  (area, salt): KindPage => ({
    id: `pages/docs/configuration-${area.toLowerCase()}.md`,
    title: `${area} configuration`,
    text: `# ${area} configuration\n\n${each(
      (product, at) =>
        `## ${product}\n\n${SETTINGS.map((setting, i) => `### ${setting[0]!.toUpperCase()}${setting.slice(1)}\n\nThe default is ${settingOf(salt, at, i)}. It is read once at the start, so that a change needs a restart of the workers; a lower one is only sensible in tests, and a higher one needs a word with the people who pay for the machines.`).join('\n\n')}`,
    ).join('\n\n')}`,
  }),
);

const threads = each(
  (product, at): KindPage => ({
    id: `pages/chat/${product}-${at}.md`,
    title: '#incidents',
    text: `${LEADS[(at + 4) % 15]}: morning, ${product} is slow again since about nine\n${LEADS[(at + 7) % 15]}: same here, half of my requests hang\n${LEADS[at]}: looking\n${LEADS[at]}: found it, that was ${CAUSES[at]}. Cleaned up, should be fine now\n${LEADS[(at + 4) % 15]}: works, thank you!`,
  }),
);

const code = each(
  (product, at): KindPage => ({
    id: `pages/docs/${product}/api.md`,
    title: 'API',
    text: `# API\n\nCall \`${FUNCTIONS[at]}(rows, options)\` with at most ${number(at, 40)} rows. It gives back a promise of what was written and throws \`E_${product.toUpperCase()}_BUSY\` while another call is at work. \`${product}_MAX_RETRIES\` says how often it tries.`,
  }),
);

const ticketOf = (product: string, at: number) => `${product.slice(0, 3).toUpperCase()}-${number(at, 50)}`;
const tickets = each(
  (product, at): KindPage => ({
    id: `pages/tickets/${ticketOf(product, at)}.md`,
    title: `${ticketOf(product, at)} Wrong total on the last page`,
    text: `Reported by ${LEADS[(at + 2) % 15]}. The total on the last page of ${product} is wrong by one. Fixed by ${LEADS[(at + 9) % 15]} with release ${at + 2}.${at % 4}.`,
  }),
);

const teams: KindPage[] = TEAMS.map((team, at) => ({
  id: `pages/people/${team.toLowerCase()}.md`,
  title: `Team ${team}`,
  text: `# Team ${team}\n\n${LEADS[at]} leads the team. Its desks are in ${CITIES[at]}, and it meets every Monday.`,
}));

/** Pages in other languages: one about each of the first five products in each. */
const TRANSLATED: Record<'de' | 'fr' | 'es' | 'zh' | 'ja' | 'ar' | 'hi', (product: string, n: number) => string[]> = {
  de: (product, n) => [
    `Rechnungen löschen in ${product}`,
    `Alte Rechnungen werden in ${product} nach ${n} Tagen gelöscht. Vorher bekommen die Kunden eine Benachrichtigung. Gesperrte Rechnungen bleiben erhalten.`,
    `Nach wie vielen Tagen löscht ${product} eine alte Rechnung?`,
  ],
  fr: (product, n) => [
    `Sauvegardes de ${product}`,
    `Les sauvegardes de ${product} sont conservées pendant ${n} jours. Elles sont vérifiées chaque semaine par l'équipe d'exploitation.`,
    `Pendant combien de jours conserve-t-on une sauvegarde de ${product} ?`,
  ],
  es: (product, n) => [
    `Contraseñas de ${product}`,
    `Las contraseñas de ${product} caducan después de ${n} días. Los administradores reciben un aviso una semana antes.`,
    `¿Después de cuántos días caduca la contraseña de ${product}?`,
  ],
  zh: (product, n) => [
    `${product} 备份说明`,
    `${product} 的备份文件保留 ${n} 天。每个星期由运维团队检查一次，结果会发到频道里。`,
    `${product} 的备份保留多少天？`,
  ],
  ja: (product, n) => [
    `${product} の監視`,
    `${product} の警告は ${n} 秒ごとに確認されます。当番の担当者が返事をしないときは、上司に連絡が届きます。`,
    `${product} の警告は何秒ごとに確認されますか？`,
  ],
  ar: (product, n) => [
    `تقارير ${product}`,
    `ترسل ${product} التقارير الشهرية إلى العملاء بعد ${n} ساعة من نهاية الشهر. يراجعها فريق المالية قبل الإرسال.`,
    `بعد كم ساعة ترسل ${product} التقارير الشهرية؟`,
  ],
  hi: (product, n) => [
    `${product} की छुट्टियाँ`,
    `${product} में छुट्टी का आवेदन ${n} घंटे पहले देना होता है। प्रबंधक उसे उसी दिन स्वीकार करते हैं।`,
    `${product} में छुट्टी का आवेदन कितने घंटे पहले देना होता है?`,
  ],
};
type Language = keyof typeof TRANSLATED;
const LANGUAGES: [Language, Kind][] = [
  ['de', 'German'],
  ['fr', 'French and Spanish'],
  ['es', 'French and Spanish'],
  ['zh', 'Chinese and Japanese'],
  ['ja', 'Chinese and Japanese'],
  ['ar', 'Arabic and Hindi'],
  ['hi', 'Arabic and Hindi'],
];
const translated = LANGUAGES.flatMap(([language, kind], salt) =>
  PRODUCTS.slice(0, 8).map((product, at) => {
    const [title, text, question] = TRANSLATED[language](product, number(at, 60 + salt)) as [string, string, string];
    return {
      page: { id: `pages/docs/${product}/${language}.md`, title, text: `# ${title}\n\n${text}` },
      kind,
      question,
    };
  }),
);

/** All pages: 15 products, about 145 pages. */
export const kindPages = (): KindPage[] => [
  ...overviews,
  ...configurations,
  ...threads,
  ...code,
  ...tickets,
  ...teams,
  ...translated.map(({ page }) => page),
];

/** Questions by kind, each with the pages that together answer it. */
export const kindQuestions = (): KindQuestion[] => [
  ...each((product, at): KindQuestion[] => {
    const overview = `pages/docs/${product}/overview.md`;
    return [
      { kind: 'pages titled Overview', question: `Which team runs ${product}?`, documentIds: [overview] },
      { kind: 'pages titled Overview', question: `when did ${product} begin`, documentIds: [overview] },
      { kind: 'chat threads', question: `Why was ${product} slow?`, documentIds: [`pages/chat/${product}-${at}.md`] },
      {
        kind: 'code identifiers',
        question: `How many rows can I give to ${FUNCTIONS[at]}?`,
        documentIds: [`pages/docs/${product}/api.md`],
      },
      {
        kind: 'code identifiers',
        question: `what does e_${product}_busy mean`,
        documentIds: [`pages/docs/${product}/api.md`],
      },
      {
        kind: 'ticket numbers',
        question: `Who fixed ${ticketOf(product, at).toLowerCase()}?`,
        documentIds: [`pages/tickets/${ticketOf(product, at)}.md`],
      },
      {
        kind: 'two pages of plain titles',
        question: `Who leads the team that runs ${product}?`,
        documentIds: [overview, `pages/people/${TEAMS[at]!.toLowerCase()}.md`],
      },
      {
        kind: 'two pages of plain titles',
        question: `In which city does the team behind ${product} sit?`,
        documentIds: [overview, `pages/people/${TEAMS[at]!.toLowerCase()}.md`],
      },
    ];
  }).flat(),
  ...AREAS.flatMap((area, salt) =>
    PRODUCTS.slice(0, 10).map((product, at): KindQuestion => {
      const setting = at % SETTINGS.length;
      return {
        kind: 'heading paths',
        question: `What is the default ${SETTINGS[setting]} of ${product} for ${area.toLowerCase()}?`,
        answers: [`The default is ${settingOf(salt, at, setting)}`],
      };
    }),
  ),
  ...translated.map(({ page, kind, question }): KindQuestion => ({ kind, question, documentIds: [page.id] })),
];
