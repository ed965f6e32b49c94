import { ORDER_WORDS, UNSPACED_ORDER_WORDS } from './lexicon.ts';
import { ofTopic } from './order-rule.ts';

/**
 * What a sentence about an exchange of question and answer can speak of. Regular expressions, matched in folded text as
 * whole words.
 */
export interface ExchangeWords {
  /** Who reads the page and answers: "the assistant", "whoever reads". */
  reads: string;
  /** The page as it speaks of itself, and what a program goes by: "this page", "the text above", "prompt". */
  page: string;
  /** Words of conversations and programs that have other meanings too: "session", "mode", "context". */
  frame?: string;
  /** Who asks, and that they ask: "the user", "when asked". */
  asks: string;
  /** What is answered: "reply", "summary". */
  answers: string;
  /** What is said: "tell", "mention", "append". */
  says: string;
  /** What is kept back or made void: "ignore", "do not mention", "superseding". */
  keepsBack: string;
  /** On what terms: "always", "only", "word for word", "must". */
  terms: string;
  /** Who is spoken to: "you", "please". */
  spokenTo: string;
}

const wordsOf = (language: string) => ORDER_WORDS[language] ?? { override: '', speak: '', reader: '', topic: '' };
const en = wordsOf('en');
const de = wordsOf('de');
const fr = wordsOf('fr');
const es = wordsOf('es');
const it = wordsOf('it');
const pt = wordsOf('pt');
const nl = wordsOf('nl');
const pl = wordsOf('pl');
const ru = wordsOf('ru');

/** By language. Short words that other languages have too are left out. */
export const EXCHANGE_WORDS: Readonly<Record<string, ExchangeWords>> = {
  en: {
    reads: `(?!assistants? to )(?:${en.reader})|artificial intelligence|models?|robots?|(?:automated|automatic|virtual|digital) (?:systems?|agents?|readers?|tools?|services?|helpers?)|(?:processing|answering|reading|retrieval|search) (?:agents?|systems?|engines?|tools?)|machine (?:readers?|consumers?)|summari[sz]ers?|generators?|systems (?=must|shall|should)|(?:whoever|any(?:one|body|thing)|those|all)(?: (?:who|that))? (?:reads?|reading|summari[sz]es?|quotes?|cites?|relays?|process(?:es)?)`,
    page: `(?:this|these|the (?:above|present|following|preceding)) (?:\\p{L}+ )?(?:page|e?-?mail|text|document|message|note|ticket|comment|section|entry|passage|row|cell|paragraph|article|block|thread|content|material)s?|(?:written|said|text|content|everything|page|words|lines|sentences|messages?) above|(?:rest|remainder) of (?:this|the|our) (?:chat|conversation|session|dialogue)|(?:system|hidden|initial|your) prompts?|(?:previous|prior|earlier|your|all|system) (?:instructions?|directives?|rules)(?! ${ofTopic(en.topic)})|system (?:message|note|prompt)|tool ?calls?|context windows?|your context|(?:chat|conversation) histor(?:y|ies)`,
    frame:
      'above|below|conversation|session|context|instructions?|directives?|developer|mode|override|persona|configuration',
    asks: '(?:the|a) readers?|(?<!for |end )users?|askers?|questioners?|(?:who|anyone|someone|somebody|anybody|people|they|staff|colleagues|employees?) (?:who )?(?:asks?|asked|insists?|quer(?:y|ies))|(?:when|if|once|whenever|whoever) (?:\\p{L}+ )?ask(?:s|ed)|questions?|quer(?:y|ies)',
    answers:
      'answers?|answered|answering|repl(?:y|ies|ied)(?! to (?:this|the|that) (?:e?-?mail|message|ticket|thread))|respon(?:d|ds|se|ses)|outputs?|summar(?:y|ies|i[sz]e\\p{L}*)',
    says: '(?<!(?:page|document|section|guide|handbook|chapter|article) )tells?|(?:is|are|be)(?: \\p{L}+)? (?:cited|quoted|credited|attributed) (?:as|to)|says?|states?|claim|quote|cite|append|prints?|emits?|repeat|reveal|inform|remind|mentions?|write|recommend|give out|hand out|display|embed|insert|include|add(?! [^.]{1,80}? to (?:this|the|our) (?:page|list|table|sheet|doc|document|file|channel|section)(?!\\p{L}))|begin|end(?! users?(?!\\p{L}))',
    keepsBack:
      "ignor\\p{L}+|disregard\\p{L}*|forget|(?:do not|don't|never|not to) (?:mention|say|tell|reveal|cite|quote|name|use|refer|discuss|explain)|hid(?:e|den)|conceal|omit|leave out|suppress\\p{L}*|supersed\\p{L}+|overrid\\p{L}+|no longer|withdrawn|stale|obsolete|retired|void|skip",
    terms:
      'must|shall|always|never|only|alone|exactly|verbatim|word for word|from now on|nothing (?:more|else|after)|instead|regardless|without (?:exception|comment)|every|whatever|at all times',
    spokenTo: "you|your|you're|yours|please",
  },
  de: {
    reads: `${de.reader}|assistenz\\p{L}*|assistenten|systeme|sprachmodell\\p{L}*|roboter|wer (?:das|dies\\p{L}*|diese \\p{L}+) (?:liest|zusammenfasst)`,
    page: 'kontextfenster|gesprachsverlauf|(?:diese[rsmn]?|vorliegende\\p{L}*|obige\\p{L}*) (?:seite|text\\p{L}*|dokument\\p{L}*|e-?mail|mail|nachricht|notiz|abschnitt\\p{L}*|absatz|eintrag|inhalt\\p{L}*)|das (?:obige|vorstehende)|obenstehend\\p{L}*|prompt|system-?(?:prompts?|nachricht|anweisung\\p{L}*|befehl\\p{L}*|eingabeaufforderung)|(?:vorherig|vorig|bisherig|fruher|obig|dein)\\p{L}* (?:anweisung|instruktion|vorgabe|regel|befehl)\\p{L}*',
    frame: 'oben|anweisung\\p{L}*|gesprach\\p{L}*|unterhaltung|sitzung|kontext',
    asks: '(?:be)?nutzer\\p{L}*|frag(?:t|e|en|esteller\\p{L}*|enden?)|gefragt|anfragen?',
    answers: 'antwort\\p{L}*|ausgaben?|zusammenfassung\\p{L}*',
    says: `${de.speak}|mitteilen|behaupten|hinweisen|ausgeben|zeig\\p{L}*|verrat\\p{L}*|offenbar\\p{L}*|wiederhol\\p{L}*|wiedergeben`,
    keepsBack: `${de.override}|verschweig\\p{L}*|verheimlich\\p{L}*|(?:nicht|nie|niemals|keinesfalls) (?:erwahn\\p{L}*|nenn\\p{L}*|verrat\\p{L}*|zitier\\p{L}*)|ungultig|gilt nicht mehr|gelten nicht mehr`,
    terms:
      'immer|nur|ausschlie(?:ß|ss)lich|stets|wortlich|ab (?:jetzt|sofort)|statt\\p{L}*|muss|mussen|soll(?:en|t)?|ohne (?:jede )?(?:einschrankung|ausnahme|filter)\\p{L}*|wortwortlich',
    spokenTo: 'bitte',
  },
  fr: {
    reads: `${fr.reader}|systemes|agents? (?:ia|conversationnels?)|robots?|quiconque (?:lit|resume)`,
    page: 'fenetre de contexte|historique de (?:la )?conversation|(?:cet?(?:te)?|ces) (?:page|texte|document|message|courriel|note|passage|contenu|paragraphe)s?|ci-dessus|qui precede|(?:consignes?|instructions?|messages?|prompts?|invite) (?:du |de )?systemes?|(?:tes|vos) (?:consignes|instructions|directives|regles)|(?:consignes|instructions|directives|regles) (?:precedentes|anterieures|initiales)',
    frame: 'consignes?|instructions?|conversation|session|contexte',
    asks: 'utilisat(?:eur|rice)s?|demand(?:e|ent|eur)|interrog\\p{L}+|questions?',
    answers: 'repon(?:se|ses|d|ds|dez|dre)|resumes?|sorties?',
    says: `${fr.speak}|dire|afficher|revele[rz]?|montre[rz]?|affiche[rz]?|repete[rz]?|recite[rz]?`,
    keepsBack: `${fr.override}|ne (?:\\p{L}+ )?(?:revel|mentionn|divulgu|cit|parl|di)\\p{L}*|cach\\p{L}+|taire|taisez|n'est plus valable`,
    terms:
      'toujours|uniquement|seulement|exactement|desormais|mot pour mot|jamais|doit|doivent|devez|sans (?:aucune? )?(?:restriction|exception|filtre)s?|integralement|textuellement',
    spokenTo: "vous|votre|veuillez|s'il vous plait|merci de",
  },
  es: {
    reads: `${es.reader}|sistemas|robots?|quien(?:es)? (?:lea|lean|resuma|resuman)`,
    page: 'ventana de contexto|historial de (?:la )?conversacion|est[aeo]s? (?:pagina|texto|documento|mensaje|correo|nota|pasaje|contenido|parrafo)s?|lo (?:anterior|de arriba)|(?:texto|contenido) anterior|(?:mensajes?|instrucci(?:on|ones)|prompts?|indicaci(?:on|ones)) (?:del? )?sistema|tus (?:instrucciones|reglas|directrices)|(?:instrucciones|reglas|directrices) (?:anteriores|previas|iniciales)',
    frame: 'anterior(?:es)?|instrucci(?:on|ones)|conversacion|sesion|contexto',
    asks: 'usuari[oa]s?|pregunt\\p{L}+|consult(?:e|en|as?)',
    answers: 'respuestas?|respond\\p{L}+|contest\\p{L}+|resumen(?:es)?',
    says: `${es.speak}|di|decir|solicit(?:a|e)|muestr(?:a|e)|mostrar|revel(?:a|e|ar)|imprim(?:e|a)`,
    keepsBack: `${es.override}|no (?:\\p{L}+ )?(?:mencion|revel|dig|cit|nombr)\\p{L}*|ocult\\p{L}+|ya no|sin efecto`,
    terms:
      'siempre|solo|solamente|unicamente|exactamente|nunca|a partir de ahora|debe(?:n|s|ra|ran)?|primero|sin (?:ningun\\p{L}* )?(?:restriccion\\p{L}*|excepcion\\p{L}*|filtros?)|palabra por palabra|literalmente',
    spokenTo: 'usted|por favor',
  },
  it: {
    reads: `${it.reader}|sistemi|robot|chi(?:unque)? legg\\p{L}+`,
    page: 'finestra di contesto|cronologia della conversazione|quest[oai] (?:pagina|testo|documento|messaggio|nota|contenuto|paragrafo)|quanto sopra|(?:messaggio|istruzioni|prompt) (?:di |del )?sistema|(?:tue|vostre) (?:istruzioni|regole|direttive)|(?:istruzioni|regole|direttive) (?:precedenti|iniziali)',
    frame: 'precedent[ei]|sopra|istruzion[ei]|conversazione|sessione|contesto',
    asks: 'utent[ei]|chied\\p{L}+|domand\\p{L}+',
    answers: 'rispost[ae]|rispond\\p{L}+|riassunt[oi]',
    says: `${it.speak}|dire|mostr(?:a|i|are)|rivel(?:a|i|are)|ripet(?:i|a|ere)|stamp(?:a|i|are)`,
    keepsBack: `${it.override}|non (?:\\p{L}+ )?(?:menzion|rivel|dir|cit|nomin)\\p{L}*|nascond\\p{L}+|non (?:e|sono) piu valid\\p{L}+`,
    terms:
      "sempre|solo|soltanto|esclusivamente|esattamente|mai|d'ora in poi|deve|devono|dovra\\p{L}*|senza (?:alcuna? )?(?:restrizion\\p{L}*|eccezion\\p{L}*|filtr\\p{L}*)|parola per parola|testualmente",
    spokenTo: 'per favore|si prega',
  },
  pt: {
    reads: `${pt.reader}|sistemas|robos?|quem (?:ler|leia|resumir)`,
    page: 'janela de contexto|historico da conversa|est[ae]s? (?:pagina|texto|documento|mensagem|nota|conteudo|paragrafo)s?|(?:texto|conteudo) acima|(?:mensagem|instruc(?:ao|oes)|prompts?) (?:de |do )?sistema|(?:tuas|suas) (?:instrucoes|regras|diretrizes)|(?:instrucoes|regras|diretrizes) (?:anteriores|previas|iniciais)',
    frame: 'anterior(?:es)?|acima|instruc(?:ao|oes)|conversa|sessao|contexto',
    asks: 'usuari[oa]s?|utilizador(?:es)?|pergunt\\p{L}+',
    answers: 'respostas?|respond\\p{L}+|resumos?',
    says: `${pt.speak}|dizer|mostr(?:e|a|ar)|revel(?:a|e|ar)|repit(?:a|e)|repetir|imprim(?:a|e|ir)`,
    keepsBack: `${pt.override}|nao (?:\\p{L}+ )?(?:mencion|revel|dig|cit)\\p{L}*|ocult\\p{L}+|ja nao|sem efeito`,
    terms:
      'sempre|somente|apenas|unicamente|exatamente|nunca|a partir de agora|deve(?:m|ra|rao)?|sem (?:nenhum\\p{L}* )?(?:restric\\p{L}*|excec\\p{L}*|filtros?)|palavra por palavra|literalmente',
    spokenTo: 'voce|por favor',
  },
  nl: {
    reads: `${nl.reader}|systemen|robots?|wie dit (?:leest|samenvat)`,
    page: 'contextvenster|gespreksgeschiedenis|(?:deze|dit) (?:pagina|tekst|document|bericht|notitie|e-?mail|mail|alinea)|bovenstaande|systeem(?:prompts?|bericht\\p{L}*|instructies?)|(?:vorige|eerdere|voorgaande|jouw|je) (?:instructies|regels|opdrachten)',
    frame: 'instructies?|gesprek|sessie|context',
    asks: 'gebruikers?|vraagt|vragen|gevraagd|vraag',
    answers: 'antwoord\\p{L}*|samenvatting\\p{L}*|uitvoer',
    says: `${nl.speak}|zeggen|vertellen|tonen|onthul\\p{L}*|toon|herhaal|druk af|laat zien`,
    keepsBack: `${nl.override}|(?:niet|nooit) (?:noem|vermeld|zeg|vertel)\\p{L}*|verzwijg\\p{L}*|niet meer|vervallen`,
    terms:
      'altijd|alleen|uitsluitend|precies|letterlijk|vanaf nu|moet(?:en)?|zonder (?:enige )?(?:beperking|uitzondering|filter)\\p{L}*|woord voor woord',
    spokenTo: 'alstublieft|graag',
  },
  pl: {
    reads: `${pl.reader}|system(?:y|om|ow)|robot\\p{L}*|bota|botow|botom|kto(?:kolwiek)? (?:to )?czyta`,
    page: 'okn\\p{L}+ kontekstu|histori\\p{L}+ rozmowy|t(?:e|a|en|ej|ego|ym) (?:stron\\p{L}+|tekst\\p{L}*|dokument\\p{L}*|wiadomosc\\p{L}*|notatk\\p{L}*|akapit\\p{L}*)|powyzsz\\p{L}+|(?:prompt|polecenie|komunikat|instrukcj\\p{L}+) systemow\\p{L}+|(?:poprzedni|wczesniejsz|twoj)\\p{L}* (?:instrukcj|polece|zasad)\\p{L}*',
    frame: 'instrukcj\\p{L}*|polecen\\p{L}*|rozmow\\p{L}*|sesj\\p{L}*|kontek\\p{L}*',
    asks: 'uzytkownik\\p{L}*|pyta\\p{L}*|zapyta\\p{L}*|pytani\\p{L}*',
    answers: 'odpowied\\p{L}*|odpowiad\\p{L}*|podsumowan\\p{L}*|streszczen\\p{L}*',
    says: `${pl.speak}|mow|podaj\\p{L}*|informuj\\p{L}*|twierdz\\p{L}*|ujawni\\p{L}*|wyswietl\\p{L}*|pokaz\\p{L}*|powtorz\\p{L}*|wypisz`,
    keepsBack: `${pl.override}|nie (?:wspominaj|mow|podawaj|ujawniaj|cytuj|wymieniaj)\\p{L}*|przemilcz\\p{L}*|ukry\\p{L}+|juz nie obowiazuj\\p{L}*`,
    terms:
      'zawsze|tylko|wylacznie|dokladnie|nigdy|od teraz|musz?a|powinn\\p{L}*|nalezy|bez (?:zadn\\p{L}+ )?(?:ograniczen|wyjatk|filtr)\\p{L}*|slowo w slowo|doslownie',
    spokenTo: 'prosze|prosimy',
  },
  ru: {
    reads: `${ru.reader}|систем(?:ы|ам)|робот\\p{L}*|кто (?:это )?читает`,
    page: 'контекстн\\p{L}+ окн\\p{L}+|истори\\p{L}+ (?:чата|разговора|переписки)|(?:эт(?:а|у|ой|от|ого|ом)|данн\\p{L}+) (?:страниц\\p{L}*|текст\\p{L}*|документ\\p{L}*|сообщени\\p{L}*|заметк\\p{L}*)|сказанное выше|системн\\p{L}+ (?:промпт|сообщени|инструкци|запрос|подсказк)\\p{L}*|(?:предыдущ|прежн|сво|тво)\\p{L}+ (?:инструкци|указани|правил|команд)\\p{L}*',
    frame: 'выше|инструкци\\p{L}*|разговор\\p{L}*|диалог\\p{L}*|контекст\\p{L}*',
    asks: 'пользовател\\p{L}*|спраш\\p{L}+|спрос\\p{L}+|вопрос\\p{L}*',
    answers: 'ответ\\p{L}*|отвеч\\p{L}+|резюме|сводк\\p{L}*',
    says: `${ru.speak}|говорить|сообщать|выведи\\p{L}*|покажи\\p{L}*|раскро\\p{L}*|повтори\\p{L}*|распечата\\p{L}*`,
    keepsBack: `${ru.override}|не (?:упомин|говори|сообщ|цитир|называ)\\p{L}*|скр(?:ой|ыть|ывай)\\p{L}*|больше не (?:действу|примен)\\p{L}*`,
    terms:
      'всегда|только|исключительно|дословно|никогда|отныне|долж\\p{L}+|обязан\\p{L}*|без (?:каких-либо )?(?:ограничени|исключени|фильтр|цензур)\\p{L}*|слово в слово',
    spokenTo: 'пожалуйста',
  },
  tr: {
    reads: '(?:yapay zeka|asistan|dil model|sohbet robotu)\\p{L}*|bu (?:sayfayi|metni) okuyan',
    page: '(?:bu|yukaridaki) (?:sayfa|metin|metn|belge|mesaj|not|konusma)\\p{L}*|sistem (?:istem|mesaj|talimat|komut)\\p{L}*|(?:onceki|gizli|ic|yukaridaki) (?:tum )?(?:talimat|komut|kural|yonerge|mesaj)\\p{L}*|rolunu',
    frame: 'talimat\\p{L}*|yonerge\\p{L}*|baglam\\p{L}*|senaryo\\p{L}*|karakter\\p{L}*',
    asks: 'kullanici\\p{L}*|sor(?:u|an|ul)\\p{L}*',
    answers: 'yanit\\p{L}*|cevap\\p{L}*|cevab\\p{L}*|ozet\\p{L}*',
    says: 'soyle\\p{L}*|yaz|yazin|goster\\p{L}*|tekrarla\\p{L}*|acikla\\p{L}*|sizdir\\p{L}*|belirt\\p{L}*|ekle',
    keepsBack: 'yok say\\p{L}*|gormezden gel\\p{L}*|unut|gecersiz (?:say|kil)\\p{L}*|bahsetme\\p{L}*|iptal',
    terms: 'her zaman|yalnizca|sadece|asla|mutlaka|artik|bundan sonra|aynen|oldugu gibi|kelimesi kelimesine|sansursuz',
    spokenTo: 'lutfen|sen|senin',
  },
};

type UnspacedWords = Omit<ExchangeWords, 'spokenTo'>;
const unspaced = (language: string, more: Pick<UnspacedWords, 'page' | 'asks' | 'terms'> & { keepsBack: string }) => {
  const { override, rules, speak, answer, reader } = UNSPACED_ORDER_WORDS[language] ?? {};
  return {
    reads: reader ?? '',
    page: `${rules}|${more.page}`,
    asks: more.asks,
    answers: answer ?? '',
    says: speak ?? '',
    keepsBack: `${override}|${more.keepsBack}`,
    terms: more.terms,
  };
};

/** Languages without spaces between words: matched anywhere. */
export const UNSPACED_EXCHANGE_WORDS: Readonly<Record<string, UnspacedWords>> = {
  ja: unspaced('ja', {
    page: 'この(?:ページ|文書|文章|テキスト|メール|資料|記事)|本(?:ページ|文書|資料)|以下の|会話',
    asks: '聞かれ|尋ね|問われ|問い合わせ',
    keepsBack: '引用せず|引用しない|触れず|触れない|言及しない|言及せず|伏せ|隠し|説明しない',
    terms: '必ず|常に|のみ|だけ|以外|今後',
  }),
  zh: unspaced('zh', {
    page: '(?:本|此|这个?|該|该)(?:页面?|頁面?|文档|文件|文本|文章|邮件|段)|上述|对话|對話|会话',
    asks: '被问|询问|詢問|提问|问到|問到',
    keepsBack: '不要提|不得提|不要引用|隐瞒|隱瞞|不再有效|作废',
    terms: '必须|必須|务必|只|仅|僅|始终|始終|从现在起|一律',
  }),
  ko: unspaced('ko', {
    page: '이 (?:페이지|문서|글|메일|자료)|본 (?:문서|페이지)|대화',
    asks: '물으면|묻는|물어',
    keepsBack: '언급하지|말하지 마|숨기|인용하지|더 이상',
    terms: '반드시|항상|오직|만 |앞으로',
  }),
};
