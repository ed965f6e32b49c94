export const HELP =
  'Ask with `/ask`, a mention or a direct message; press *Apps > Ask about this* on a message. `/parley` has the settings of this channel, open questions, and *forget me*.';
