/** Questions that show in a minute what Parley does with the sample handbook: prose, tables, an old policy beside a new one. */
export const sampleSuggestions: readonly string[] = [
  'How many weeks of parental leave do I get?',
  'What is the hotel limit per night in Spain?',
  'Who is the primary on call in the week of 23 November?',
  'How many days a year may I work from abroad?',
  'Are dogs allowed in The Cannery?',
  'What does a Heron H4 cost?',
];
