/** Each is answered without a model too: bots/chat/reply/welcome.test.ts asks them all. Questions that show in a minute what Parley does with the sample handbook: prose, tables, an old policy beside a new one. */
export const sampleSuggestions: readonly string[] = [
  'How many weeks of parental leave do I get?',
  'What is the hotel limit per night in Spain?',
  'Who is the primary on call in the week of 23 November?',
  'Who approves a trip that costs 3,200 euros?',
  'Are dogs allowed in The Cannery?',
  'Which team leads joined after 2019?',
];
