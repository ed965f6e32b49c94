export const HELP =
  'Ask with `/ask your question`, a mention or a direct message. `/parley settings` · `/parley questions` · `/parley owners` · `/parley forget me`';
