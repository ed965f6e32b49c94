import type { RecurringQuestions } from './recurring-question-set.ts';

/**
 * Fifty questions that the sample handbook does not answer, each in the wordings of three colleagues. The author had not
 * seen the clustering or the other sets. Some questions differ in one name, place or number only and must stay separate.
 */
export const COLLEAGUES: RecurringQuestions = [
  [
    'Is there parking for bikes at the Porto office?',
    'where can i leave my bike in porto',
    'Can I bring my bicycle inside the Porto building?',
  ],
  [
    'Is there parking for bikes at the Leeds office?',
    'leeds: bike rack?',
    'Where do cyclists lock up when they work from Leeds?',
  ],
  [
    'Can I get a second monitor for home?',
    'how do I ask for an extra screen at home',
    'Does the company pay for a home office display?',
  ],
  [
    'How long does the VPN certificate last?',
    'vpn cert expired, what now',
    'When do I have to renew my VPN certificate?',
  ],
  [
    'Who signs off purchases over 5,000 euros?',
    'approval for a purchase above 5k',
    'I need to buy something for 5,000 €: whose approval do I need?',
  ],
  [
    'Who signs off purchases over 50,000 euros?',
    'approval for anything above 50k',
    'Whose signature does a 50,000 € order need?',
  ],
  [
    'What is the guest wifi password?',
    'wifi for visitors',
    'How do I get a customer onto our wireless network when they visit?',
  ],
  ['How do I reset my badge PIN?', 'forgot the pin of my badge', 'My door badge asks for a PIN that I no longer know'],
  [
    'Do we have a nursing room in Berlin?',
    'berlin: somewhere to pump?',
    'Which room in the Berlin office can breastfeeding parents use?',
  ],
  ['Can I bring my dog to work?', 'are dogs allowed in the office', 'What is our policy on pets at the workplace?'],
  [
    'What do we do when a customer asks for a SOC 2 report?',
    'where is the soc2 report',
    'Can I send our SOC 2 to a prospect?',
  ],
  [
    'Is our ISO 27001 certificate still valid?',
    'iso 27001 cert for a tender',
    'Where can I download the ISO 27001 certificate?',
  ],
  [
    'How do I book the big meeting room for a whole day?',
    'reserve large conference room all day',
    'Can I block the boardroom from nine to five?',
  ],
  [
    'Which airline do we book with?',
    'preferred airline for business trips',
    'Do I have to fly with a particular carrier for work?',
  ],
  [
    'Can I fly business class on long flights?',
    'business class allowed over 8 hours?',
    'When may I book business instead of economy?',
  ],
  [
    'How much can I spend on a hotel in London?',
    'hotel limit london',
    'What is the maximum nightly rate for London stays?',
  ],
  [
    'How much can I spend on a hotel in Zurich?',
    'hotel limit zurich',
    'What is the maximum nightly rate for Zurich stays?',
  ],
  ['Do we get Christmas Eve off?', 'is 24 december a working day', 'Is the office closed on Christmas Eve?'],
  [
    'What happens to my stock options when I quit?',
    'leaving - do I lose my options?',
    'How long do I have to exercise my options after my last day?',
  ],
  ['How does the bike leasing scheme work?', 'jobrad / bike lease via salary', 'Can I lease a bicycle through my pay?'],
  [
    'Can I convert unused leave to cash?',
    'payout for vacation days I did not take',
    'Will the company buy back my leftover holidays?',
  ],
  ['Who is our works council?', 'contact of the works council', 'How do I reach the people on the works council?'],
  [
    'Which cloud region does the EU cluster run in?',
    'eu data - which aws region',
    'Where exactly is our European cluster hosted?',
  ],
  ['How do I get access to the Snowflake warehouse?', 'snowflake login please', 'Who grants permissions in Snowflake?'],
  ['How do I get access to Looker?', 'looker account', 'Who can give me a Looker seat?'],
  [
    'What is the rate limit of the billing API?',
    'billing api 429 - how many requests per minute',
    'How often may I call the billing API?',
  ],
  [
    'How do I roll back a release of the mobile app?',
    'undo a bad mobile release',
    'We shipped a broken app to the stores: how do we go back to the previous version?',
  ],
  [
    'Who owns the checkout service?',
    'which team is responsible for checkout',
    'Whom do I ping about bugs in the checkout service?',
  ],
  [
    'Who owns the search service?',
    'which team is responsible for search',
    'Whom do I ping about bugs in the search service?',
  ],
  [
    'Why was the build server down last Friday?',
    'postmortem for the CI outage on friday',
    'What caused the outage of the build machines last week?',
  ],
  [
    'How do I rotate the Stripe keys?',
    'new stripe api key - steps?',
    'Is there a runbook for replacing our Stripe credentials?',
  ],
  ['How long are database backups kept?', 'db backup retention', 'For how many days can we restore the database?'],
  ['What does error E-4031 mean?', 'customer sees E-4031', 'How do I fix an E-4031?'],
  ['What does error E-4032 mean?', 'customer sees E-4032', 'How do I fix an E-4032?'],
  [
    'Which browsers does the portal support?',
    'does the portal work in safari',
    'Minimum browser version for the customer portal?',
  ],
  [
    'Can customers pay by invoice?',
    'invoice instead of credit card?',
    'A client wants to pay on account: is that possible?',
  ],
  [
    'What discount can I give without asking?',
    'max discount a sales rep may offer',
    'How many percent off can I promise on my own?',
  ],
  ['Do we offer a discount for charities?', 'non-profit pricing', 'Is there a reduced price for NGOs?'],
  [
    'How do I cancel a customer’s contract early?',
    'early termination of a customer',
    'What is the process when a client wants out before the end of term?',
  ],
  [
    'Where do I find the new logo?',
    'logo files for a slide deck',
    'Which version of our logo should I use and where is it?',
  ],
  ['Who answers questions from journalists?', 'a reporter called me, whom do I send them to', 'press contact'],
  [
    'May I post about my work on LinkedIn?',
    'social media rules for employees',
    'Am I allowed to write about our projects on LinkedIn?',
  ],
  [
    'How do I refer a friend for a job?',
    'referral bonus - how do I hand in a candidate',
    'I know someone great for an open role, where do I send the CV?',
  ],
  ['How long is the probation period?', 'probation - how many months', 'When does my trial period end?'],
  ['When do we get paid?', 'payday?', 'On which day of the month does the salary arrive?'],
  ['Where do I find my payslip?', 'payslip download', 'How can I see my salary statement for last month?'],
  [
    'What is the dress code for customer visits?',
    'do I need a suit at a client',
    'What should I wear when I meet customers?',
  ],
  [
    'How do I report a broken coffee machine?',
    'coffee machine 2nd floor is dead',
    'Whom do I tell when the coffee maker does not work?',
  ],
  [
    'Can I work from Spain for a month?',
    'working remotely from spain, allowed?',
    'How many weeks may I work out of Spain per year?',
  ],
  [
    'What is the difference between the Pro and the Team plan?',
    'pro vs team',
    'Does the Team plan have anything that Pro has not?',
  ],
];
