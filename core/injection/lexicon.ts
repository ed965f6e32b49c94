/**
 * The words with which a page can address the model, by language. The rules in `find-orders.ts` combine the five kinds,
 * so a new language needs only an entry here. Regular expressions, matched in folded text (lower case, look-alikes
 * folded).
 */
export interface OrderWords {
  /** Verbs that override earlier text: "ignore", "disregard". */
  override: string;
  /**
   * What is overridden: "instructions", "prompt", "rules", "what was said before". Where the language has a verb of English too
   * ("ignore"), a noun of English counts behind an article of its own alone.
   */
  rules: string;
  /** Imperatives that dictate an answer: "respond", "say", "write", "include". */
  speak: string;
  /** Names of the answer or the asker: "your answer", "the user". */
  answer: string;
  /** Names of the model: "AI", "assistant", "language model". */
  reader: string;
  /** Between rules and what they are about: "about", "on". */
  topic: string;
}

export const ORDER_WORDS: Readonly<Record<string, OrderWords>> = {
  en: {
    override:
      "ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass|set aside|pay no attention to|do not follow|don't follow|stop following|discard|cancel|supersedes?|replaces?",
    rules:
      '(?:instructions?|prompts?|directives?|directions?|(?<!in )orders?|guidelines?|guidance|system messages?|commands?)(?: (?:you|that|which|given|above|before|so far))?|(?:everything|anything|all|what) (?:\\w+ ){0,4}(?:before|above|previous(?:ly)?|so far|earlier|you were told)|(?:the )?(?:other|previous|above|remaining) (?:sources?|pages?|passages?|documents?|texts?|context|questions?)|(?<!(?:with|for) )the (?:\\w+ )?(?:question|user|context)\\b',
    speak:
      'respond|reply|answer|say|state|claim|tell|inform|output|print|write|return|produce|generate|include|insert|append|add|prepend|mention|integrate|incorporate|embed|inject|present|place|put|begin|start|end|finish|close|conclude|translate|summari[sz]e|repeat|recite|recommend|promote|cite|quote|replace|substitute|swap|use|remove|rearrange|reorder|group|misspell|introduce|augment|enhance|render|jumble|anagram|combine|offer|suggest|tease|modify|change|alter|encode|provide|give|express|display|show|reveal|omit|withhold|scramble|reverse|convert|make|swear|refuse|decline|confirm|advise|direct|urge|encourage|persuade|ask|warn|invite',
    answer:
      '(?:your|the|this|any|every|each|all|his|her|their|a|an) (?:own )?(?:\\w+ )?(?:answers?|responses?|repl(?:y|ies)|outputs?|summar(?:y|ies)|completions?|final messages?)|the (?:users?|asker|questioner|person (?:who is )?asking|human|requester|one who asks?)|(?:anyone|anybody|everyone|everybody|whoever|people|users?|those|someone|staff) who (?:asks?|reads?|quer(?:y|ies))|what you (?:write|say|answer)',
    reader:
      'a\\.?i\\.?(?: (?:assistants?|models?|agents?|systems?|readers?))?|(?<!(?:shop|sales|store|teaching|classroom|care|healthcare|nursing|medical|dental|office|personal|executive|research|laboratory|legal) )assistants?|(?:large )?language models?|llms?|chat ?bots?|bots?|(?:chat)?gpt\\b[\\w.-]*|claude|gemini|copilot|parley|ai agents?|automated (?:reader|system|agent)s?|answering (?:system|engine|model)|machine reading',
    topic: 'about|on|for|regarding|concerning',
  },
  de: {
    override:
      'ignorier(?:e|en|t)|vergiss|vergesst|vergessen sie|missachte(?:n)?|beachte(?:n)? (?:sie )?(?:nicht|keine)|verwirf|übergeh(?:e|en)',
    rules:
      '(?:anweisung(?:en)?|instruktion(?:en)?|vorgabe(?:n)?|regeln?|prompts?|befehle?)|alles (?:bisherige|vorherige|davor|obige|zuvor)|(?:alle|die) (?:anderen|übrigen|obigen|vorherigen) (?:quellen|seiten|texte)',
    speak:
      'antworte(?:n)?|sag(?:e|en)?|schreib(?:e|en)?|gib|geben sie|nenn(?:e|en)|füg(?:e|en)|erwähn(?:e|en)|behaupte(?:n)?|teile?n?|beginn(?:e|en)|beende(?:n)?|übersetz(?:e|en)|wiederhol(?:e|en)|empfiehl|empfehlen sie|ersetz(?:e|en)|verwend(?:e|en)|bau(?:e|en)|verweis(?:e|en)|informier(?:e|en)|verweiger(?:e|n)',
    answer:
      '(?:deine[rnm]?|ihre[rnm]?|eure[rnm]?|die|der|jede[rn]?|einer) (?:\\w+ )?(?:antwort(?:en)?|ausgabe|zusammenfassung|rückmeldung)|(?:dem|den|der|die) (?:nutzer(?:in)?|benutzer(?:in)?|fragenden|fragesteller(?:in)?|anwender)|(?:jedem|allen|wer),? (?:der|die)? ?(?:danach )?frag(?:t|en)',
    reader: 'ki(?:-\\w+)?|künstliche intelligenz|sprachmodell(?:e|s)?|assistent(?:en|in)?|chatbots?|bots?',
    topic: 'zu[mr]?|über|für|bezüglich|betreffend',
  },
  fr: {
    override:
      'ignor(?:e|ez|er)|oubli(?:e|ez|er)|ne t(?:iens|enez) (?:(?:plus|pas) )?(?:aucun )?compte|ne (?:suis|suivez|respecte[sz]?) (?:plus|pas)|néglig(?:e|ez)|fai(?:s|tes) abstraction',
    rules:
      '(?<=(?:les|des|vos|tes|ces|mes|aux|toutes|autres)(?: \\p{L}+){0,3} )(?:instructions?|directives?|prompts?)|(?:consignes?|règles?|ordres?)|tout ce qui précède|(?:les|toutes les) autres (?:sources|pages)',
    speak:
      'répond(?:s|ez)|di(?:s|tes)|écri(?:s|vez)|affirm(?:e|ez)|inclu(?:s|ez)|ajout(?:e|ez)|mentionn(?:e|ez)|commenc(?:e|ez)|termin(?:e|ez)|tradui(?:s|sez)|répèt(?:e|ez)|recommand(?:e|ez)|remplac(?:e|ez)|utilis(?:e|ez)|inform(?:e|ez)|indiqu(?:e|ez)|refus(?:e|ez)',
    answer:
      "(?:ta|votre|la|chaque|toute|une) (?:\\w+ )?(?:réponse|sortie|synthèse)|(?:tes|vos|les) réponses|(?:à )?l['e ]?utilisateur|(?:à )?(?:quiconque|ceux qui|toute personne qui) demandent?",
    reader: '(?:une? )?ia\\b|intelligence artificielle|assistante?s?|modèles? de langage|chatbots?|robot',
    topic: 'sur|concernant|pour|relati\\p{L}+ (?:à|aux?)',
  },
  es: {
    override:
      'ignor(?:a|e|ar|ad)|olvid(?:a|e|ar)|descart(?:a|e)|no (?:sigas|siga|hagas caso|haga caso)|haz caso omiso|haga caso omiso|omit(?:e|a)',
    rules:
      '(?:instrucci(?:ón|ones)|indicaci(?:ón|ones)|órdenes|reglas?|directrices|(?<=(?:el|los|tus?|sus?|est[eo]s?|es[eo]s?|todos)(?: \\p{L}+){0,2} )prompts?)|todo lo anterior|(?:las|todas las) (?:demás|otras) (?:fuentes|páginas)',
    speak:
      'respond(?:e|a)|contest(?:a|e)|di\\b|diga|escrib(?:e|a)|afirm(?:a|e)|incluy(?:e|a)|añad(?:e|a)|agreg(?:a|ue)|mencion(?:a|e)|empiez(?:a|e)|termin(?:a|e)|traduc(?:e)|traduzca|repit(?:e|a)|recomiend(?:a|e)|reemplaz(?:a|e)|us(?:a|e)|inform(?:a|e)|indic(?:a|que)|rechaz(?:a|e)',
    answer:
      '(?:tu|su|la|cada|toda|una) (?:\\w+ )?(?:respuesta|salida)|(?:tus|sus|las) respuestas|al? usuari[oa]|a (?:quien|quienes|cualquiera que) pregunten?',
    reader: '(?:una? )?ia\\b|inteligencia artificial|asistentes?|modelos? de lenguaje|chatbots?|bots?',
    topic: 'sobre|para|relativ\\p{L}+ a',
  },
  it: {
    override: 'ignor(?:a|ate|are|i)|dimentic(?:a|ate|hi)|non segu(?:ire|i|ite)|trascur(?:a|ate|i)|scart(?:a|ate|i)',
    rules:
      '(?:istruzion(?:e|i)|indicazion(?:e|i)|regol(?:a|e)|direttiv(?:a|e)|prompt)|tutto (?:ciò che precede|quanto sopra)|(?:le|tutte le) altre (?:fonti|pagine)',
    speak:
      "rispond(?:i|ete|a)|di'|dite|dica|scriv(?:i|ete|a)|afferm(?:a|ate|i)|includ(?:i|ete|a)|aggiung(?:i|ete|a)|menzion(?:a|ate|i)|inizi(?:a|ate)|termin(?:a|ate|i)|traduc(?:i|ete|a)|ripet(?:i|ete|a)|raccomand(?:a|ate|i)|sostituisc(?:i|a)|us(?:a|ate|i)\\b|inform(?:a|ate|i)|rifiut(?:a|ate|i)",
    answer:
      "(?:la|tua|vostra|sua|ogni|una) (?:tua |vostra |sua |\\w+ )?rispost[ae]|(?:all')?utente|a chi(?:unque)? (?:lo )?chied[ae]",
    reader: "(?:un')?ia\\b|intelligenza artificiale|assistent[ei]|modell[oi] linguistic[oi]|chatbot|bot",
    topic: "su(?:l|lla|i|gli|lle|llo|ll')?|per|riguardo",
  },
  pt: {
    override: 'ignor(?:e|a|ar|em)|esque(?:ça|ce|cer)|desconsider(?:e|a|ar)|não sig(?:a|as)',
    rules:
      '(?:instruç(?:ão|ões)|orientaç(?:ão|ões)|ordens|regras?|diretrizes|(?<=(?:os?|teus?|seus?|estes?|esses?|todos)(?: \\p{L}+){0,2} )prompts?)|tudo (?:o que está acima|acima|anterior)|(?:as|todas as) outras (?:fontes|páginas)',
    speak:
      'respond(?:a|e)|dig(?:a|as)|diz\\b|escrev(?:a|e)|afirm(?:e|a)|inclu(?:a|i)|adicion(?:e|a)|acrescent(?:e|a)|mencion(?:e|a)|comec(?:e)|começ(?:a)|termin(?:e|a)|traduz(?:a)?|repit(?:a|e)|recomend(?:e|a)|substitu(?:a|i)|us(?:e|a)\\b|inform(?:e|a)|recus(?:e|a)',
    answer:
      '(?:sua|tua|a|cada|toda|uma) (?:\\w+ )?resposta|(?:suas|tuas|as) respostas|ao? (?:usuário|utilizador|usuária)|a quem pergunt(?:ar|a)',
    reader: '(?:uma? )?ia\\b|inteligência artificial|assistentes?|modelos? de linguagem|chatbots?|bots?',
    topic: 'sobre|para|relativ\\p{L}+ a',
  },
  nl: {
    override: 'negeer|negeert|vergeet|sla .{0,20} over|volg .{0,20} niet',
    rules:
      '(?:instructies?|opdrachten?|aanwijzingen|regels?|prompts?)|al het (?:voorgaande|bovenstaande)|(?:de|alle) andere (?:bronnen|pagina)',
    speak:
      'antwoord|zeg|schrijf|beweer|vermeld|voeg|noem|begin|eindig|vertaal|herhaal|beveel|vervang|gebruik|vertel|weiger|meld',
    answer:
      '(?:je|jouw|uw|het|elk|ieder|een) (?:\\w+ )?antwoord(?:en)?|(?:aan )?de (?:gebruiker|vrager)|(?:aan )?(?:wie|iedereen die) (?:het )?vraagt',
    reader: 'ai\\b|kunstmatige intelligentie|assistent(?:en)?|taalmodel(?:len)?|chatbots?|bots?',
    topic: 'over|voor|rond',
  },
  pl: {
    override: 'zignoruj(?:cie)?|ignoruj(?:cie)?|zapomnij(?:cie)?|pomiń(?:cie)?|nie stosuj',
    rules:
      '(?:instrukcj\\p{L}+|polece(?:nia|ń|nie)|wskazów\\p{L}+|zasad\\p{L}*|prompt\\p{L}*)|wszystko powyżej|(?:pozostałe|inne) (?:źródła|strony)',
    speak:
      'odpowiedz(?:cie)?|odpowiadaj|powiedz(?:cie)?|napisz(?:cie)?|stwierdź|dodaj(?:cie)?|uwzględnij|wspomnij|zacznij|zakończ|przetłumacz|powtórz|polecaj|zastąp|użyj|poinformuj|odmów|podaj',
    answer:
      '(?:twoj\\p{L}+|swoj\\p{L}+|każd\\p{L}+|w) (?:\\p{L}+ )?odpowied\\p{L}+|użytkownik\\p{L}+|(?:każdemu|temu), kto (?:za)?pyta',
    reader:
      'ai\\b|sztuczn\\p{L}+ inteligencj\\p{L}+|asystent\\p{L}*|model\\p{L}* językow\\p{L}+|chatbot\\p{L}*|bot\\p{L}*',
    topic: 'dotycząc\\p{L}+|o|w sprawie',
  },
  ru: {
    override:
      'игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|не обращай(?:те)? внимания|не следуй(?:те)?|отбрось(?:те)?',
    rules:
      '(?:инструкци\\p{L}+|указани\\p{L}+|правил\\p{L}*|команд\\p{L}*|промпт\\p{L}*)|вс[её] (?:выше|предыдущее|сказанное)|(?:другие|остальные) (?:источники|страницы)',
    speak:
      'ответь(?:те)?|отвечай(?:те)?|скажи(?:те)?|говори(?:те)?|напиши(?:те)?|утверждай(?:те)?|добавь(?:те)?|включи(?:те)?|упомяни(?:те)?|начни(?:те)?|закончи(?:те)?|переведи(?:те)?|повтори(?:те)?|рекомендуй(?:те)?|замени(?:те)?|используй(?:те)?|сообщи(?:те)?|откажись|откажитесь|укажи(?:те)?',
    answer:
      '(?:сво\\p{L}+|тво\\p{L}+|ваш\\p{L}*|кажд\\p{L}+|в|любой) (?:\\p{L}+ )?ответ\\p{L}*|пользовател\\p{L}+|(?:всем|каждому|тем), кто спр\\p{L}+',
    reader:
      'ии\\b|искусственн\\p{L}+ интеллект\\p{L}*|ассистент\\p{L}*|помощник\\p{L}*|языков\\p{L}+ модел\\p{L}+|чат-?бот\\p{L}*|бот\\p{L}*',
    topic: 'об?|про|для|по',
  },
};

/**
 * Endings of a Turkish verb that make it a command or a duty ("yaz", "yazın", "yazınız", "yazmalısın"), and no other form:
 * "kullanıcı" (user) begins with "kullan" (use), "yazılır" (is written) with "yaz".
 */
const TURKISH_COMMAND = '(?:y?[ıiuü]n(?:[ıiuü]z)?|m[ae]l[ıi]s[ıi]n(?:[ıi]z)?)?(?!\\p{L})';

/**
 * Order words of languages without spaces between words or with free word order. Rules match two kinds of word anywhere
 * in one sentence, so verbs stand as commands alone, and a word that manuals are full of, such as "user", with what makes it
 * the one who is answered ("to the user"). Where `override` names in itself what is overridden, there are no `rules`.
 */
export const UNSPACED_ORDER_WORDS: Readonly<
  Record<string, Pick<OrderWords, 'override' | 'speak' | 'answer' | 'reader'> & Partial<Pick<OrderWords, 'rules'>>>
> = {
  tr: {
    override: `(?<!\\p{L})(?:yok say|görmezden gel|unut|dikkate alma|göz ardı e[td])${TURKISH_COMMAND}`,
    rules: '(?:talimat|komut|kural|yönerge|istem)\\p{L}*|yukarıdaki her şey\\p{L}*|diğer (?:kaynak|sayfa)\\p{L}*',
    speak: `(?<!\\p{L})(?:yanıtla|cevapla|söyle|yaz|belirt|ekle|bahset|bahsed|başla|bitir|çevir|tekrarla|öner|değiştir|kullan|bildir|reddet|redded)${TURKISH_COMMAND}`,
    answer: '(?:yanıt|cevab|cevap|kullanıcı)\\p{L}*|soran\\p{L}*',
    reader: '(?:yapay zek\\p{L}+|asistan\\p{L}*|dil model\\p{L}*|sohbet robotu\\p{L}*|bot\\p{L}*)',
  },
  ja: {
    override:
      '(?:指示|命令|プロンプト|ルール|規則|制約|(?:上記|以前|これまで)(?:の(?:内容|文章|会話|文|こと|もの))?|他の(?:情報源|ページ))[をはもに]?、?(?:すべて|全て|一切|完全に)?(?:(?:無視|破棄)(?:して(?=[、。]|ください|下さい|$)|し(?:ろ|なさい|、)|せよ|すること)|忘れ(?:て(?=[、。]|ください|下さい|$)|ろ|なさい|ること)|従(?:わない(?:で|こと)|うな))',
    speak:
      '答え(?:て|よ|なさい)|回答(?:して|せよ|しなさい)|言(?:って|え|いなさい)|書(?:いて|け|きなさい)|述べ(?:て|よ)|含め(?:て|よ)|追加(?:して|せよ)|伝え(?:て|よ)|案内(?:して|せよ)|翻訳(?:して|せよ)|拒否(?:して|せよ)',
    answer:
      '(?:回答|返答|応答)(?:に|の中|の最初|の最後|の冒頭|の末尾|では|として)|答え(?:に|の中|として)|(?:ユーザー|利用者|質問者|質問した人)(?:全員|たち)?[にへ](?=[^。]{0,40}(?:言|伝え|答え|回答し|案内))',
    reader: 'ai|人工知能|アシスタント|言語モデル|チャットボット|ボット',
  },
  zh: {
    override:
      '(?:^|[，,。：:；;、\\s]|请|請|你|您|必须|必須|应|應|要|并|並)(?:忽略|忽视|无视|忘记|忘掉|不要遵循|不要理会|忽視|無視|忘記)掉?[^。！？!?，,；;:：]{0,10}(?:指令|指示|提示词|提示詞|规则|規則|(?:之前|以上|前面)的?所?有?(?:内容|內容|一切|问题|問題|对话|對話|文字)|其他(?:来源|页面|資料))',
    speak:
      '回答|回复|回覆|说|說|写|寫|输出|輸出|声称|包括|包含|加上|添加|提到|告诉|告訴|告知|翻译|翻譯|重复|拒绝|推荐|推薦',
    answer:
      '[你您]的(?:回答|答案|回复|输出|回覆)|在(?:回答|回复|答案)[中里]|(?:告诉|告訴|告知)(?:所有|每个|每位|任何)?的?(?:用户|用戶|使用者|提问者)|[对對向给給](?:所有|每个|每位|任何)?(?:用户|用戶|使用者|提问者)[^。]{0,4}(?:说|說|回答|回复|推荐|推薦|声称)|任何(?:询问|提问)',
    reader: '人工智能|人工智慧|ai|助手|助理|语言模型|語言模型|聊天机器人|聊天機器人',
  },
  ko: {
    override:
      '(?:무시|잊)(?:하(?:고|세요|십시오|라|시오|여라)|해(?:라| ?주세요| ?주십시오)|어(?:라|버려| ?주세요)|으(?:세요|십시오|라))|따르지 (?:마|말)',
    rules: '지시|명령|프롬프트|규칙|(?:이전|위의|앞선)(?: 모든)? (?:내용|대화|말|글|질문)|다른 (?:출처|페이지)',
    speak:
      '(?:답|대답|답변|말|포함|추가|언급|번역|거부|추천)(?:하(?:세요|십시오|라|시오|여라|고)|해(?:라| ?주세요| ?주십시오))|쓰(?:세요|십시오|라)|써라|적으(?:세요|십시오|라)|알려(?:라| ?주세요| ?주십시오)',
    answer: '(?:답변|대답|응답)(?:에|으로|의 (?:끝|처음|마지막))|사용자(?:들)?(?:에게|께)|질문자|묻는 (?:사람|모든)',
    reader: 'ai|인공지능|어시스턴트|비서|언어 모델|챗봇|봇',
  },
  ar: {
    override: '(?<!\\p{L})[وف]?(?:تجاهل(?:ي|وا)?|انس(?:ى|ي|وا)?|لا تتبع(?:ي|وا)?|تخط(?:ى|ي|وا)?)(?!\\p{L})',
    rules: 'التعليمات|تعليمات|الأوامر|القواعد|السؤال|ما سبق|كل شيء|المصادر الأخرى|الصفحات الأخرى|الموجه',
    speak:
      '(?<!\\p{L})[وف]?(?:أجب|اجب|قل|اكتب|اذكر|أضف|اضف|ضمّن|أخبر|اخبر|ابدأ|ترجم|كرر|ارفض|أوص)(?:ي|وا|ه|هم)?(?!\\p{L})',
    answer:
      'إجابتك|اجابتك|(?<!\\p{L})ردك|(?:في|كل|أي) الإجابة|(?:أخبر|اخبر|أبلغ|ابلغ)(?:ي|وا)? (?:كل )?ال?مستخدم|للمستخدم|السائل|من يسأل',
    reader: 'الذكاء الاصطناعي|ذكاء اصطناعي|المساعد|نموذج لغوي|نموذج اللغة|روبوت|البوت',
  },
  hi: {
    override: '(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|उपेक्षा) (?:करें|करो|कर दें|कर दो|कीजिए|करना)|भूल जा(?:ओ|एं|एँ|इए|ना)',
    rules: 'निर्देश|आदेश|नियम|प्रॉम्प्ट|प्रश्न|सवाल|पिछले|ऊपर|अन्य (?:स्रोत|पृष्ठ)',
    speak: 'उत्तर दो|उत्तर दें|जवाब दो|जवाब दें|कहो|कहें|लिखो|लिखें|बताओ|बताएं|बताएँ|जोड़ो|जोड़ें|शामिल कर|अनुवाद कर|दोहरा|मना कर',
    answer: 'अपने (?:उत्तर|जवाब)|उत्तर में|जवाब में|उपयोगकर्ता(?:ओं)? (?:को|से)|पूछने वाले|जो (?:कोई )?पूछ',
    reader: 'एआई|कृत्रिम बुद्धिमत्ता|सहायक|भाषा मॉडल|चैटबॉट|बॉट',
  },
};
