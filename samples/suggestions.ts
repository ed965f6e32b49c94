/** Questions that show in a minute what Parley does with the sample handbook: prose, a table, a bridge, an old policy. */
export const sampleSuggestions: readonly string[] = [
  'How many weeks of parental leave do I get?',
  'What is the hotel limit per night in Spain?',
  'Who is on call in the week of 23 November?',
  'How many days may I work from abroad?',
  'What was the cause of the gateway outage in March 2026?',
  'What does a Heron H4 cost?',
];
