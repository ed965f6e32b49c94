import type { RecurringQuestions } from './recurring-question-set.ts';

/**
 * Fifty questions that recur in a company's chat, each in three wordings, for the tests of gaps. MIN_WORD_COSINE was tuned on
 * them, so they guard against regressions and do not measure quality. Some questions share a topic on purpose, such as
 * parking, travel or money.
 */
export const PLANTED: RecurringQuestions = [
  ['Where can I park my bike?', 'is there bike parking?', 'Where do I park a bike at the office?'],
  ['How do I get a parking permit for my car?', 'car parking permit', 'Who gives out parking permits for cars?'],
  ['What is the wifi password for guests?', 'guest wifi password?', 'Which password does the guest wifi have?'],
  [
    'Who repairs the coffee machine?',
    'coffee machine is broken, who repairs it',
    'The coffee machine needs repair, whom do I tell?',
  ],
  ['When is the summer party?', 'date of the summer party', 'When does the summer party take place this year?'],
  ['Can I bring my dog to the office?', 'are dogs allowed in the office', 'May I take my dog to the office?'],
  ['How do I order business cards?', 'ordering business cards', 'Where do I order new business cards?'],
  [
    'Who approves invoices above 5000 euros?',
    'approval of invoices over 5000',
    'Who has to approve an invoice above 5000 euros?',
  ],
  ['What is our VAT number?', 'vat number of the company', 'Which VAT number do we put on forms?'],
  [
    'How do I book a meeting room in Lisbon?',
    'book meeting room lisbon',
    'Booking a meeting room in the Lisbon office',
  ],
  ['Is there a gym membership discount?', 'gym discount', 'Do we get a discount on a gym membership?'],
  [
    'How many vacation days carry over to next year?',
    'carry over vacation days',
    'Do vacation days carry over into the next year?',
  ],
  [
    'Who is the data protection officer?',
    'data protection officer contact',
    'How do I contact our data protection officer?',
  ],
  ['Where is the brand logo in SVG?', 'logo as svg', 'Where do I find the brand logo as SVG?'],
  ['Which font do we use in presentations?', 'font for presentations', 'What font should presentations use?'],
  ['How do I reset the VPN token?', 'vpn token reset', 'My VPN token needs a reset, how?'],
  ['Can I expense a standing desk?', 'expense standing desk?', 'Is a standing desk something I can expense?'],
  ['What is the per diem for Tokyo?', 'tokyo per diem', 'How much is the per diem in Tokyo?'],
  [
    'Which airline should we book for long flights?',
    'airline for long flights',
    'Which airline do we use on long flights?',
  ],
  ['Do we have travel insurance abroad?', 'travel insurance abroad', 'Is there travel insurance when I am abroad?'],
  [
    'How long are customer recordings kept?',
    'retention of customer recordings',
    'How long do we keep recordings of customers?',
  ],
  ['Who owns the billing microservice?', 'owner of billing microservice', 'Which team owns the billing microservice?'],
  [
    'How do I rotate the staging database password?',
    'rotate staging database password',
    'Rotating the database password of staging',
  ],
  [
    'When is the code freeze for the December release?',
    'december release code freeze',
    'When does the code freeze before the December release begin?',
  ],
  ['Where are the load test results?', 'load test results', 'Where can I see results of the load test?'],
  ['How do I become a mentor for interns?', 'mentor interns', 'I want to mentor an intern, how do I become one?'],
  [
    'What is the referral bonus for engineers?',
    'engineer referral bonus',
    'How high is the referral bonus for an engineer?',
  ],
  ['Is jury duty paid?', 'paid jury duty', 'Do I get paid during jury duty?'],
  [
    'How do I change my bank account for payroll?',
    'payroll bank account change',
    'Change the bank account that payroll uses',
  ],
  ['When do we get the annual bonus?', 'annual bonus date', 'When is the annual bonus paid out?'],
  [
    'Can I work from Portugal for a month?',
    'work a month from portugal',
    'Working from Portugal for one month, is it allowed?',
  ],
  [
    'Who translates the contracts into Spanish?',
    'spanish translation of contracts',
    'Who can translate a contract into Spanish?',
  ],
  ['What does the warranty of Heron cover?', 'heron warranty', 'What is covered by the Heron warranty?'],
  ['How do I return a broken sensor?', 'return broken sensor', 'A customer returns a broken sensor, how?'],
  ['Which courier do we use for samples?', 'courier for samples', 'Which courier ships our samples?'],
  ['Where is the fire assembly point?', 'fire assembly point', 'Where do we meet at the fire assembly point?'],
  ['Who has the key of the server room?', 'server room key', 'Who holds the key for the server room?'],
  ['How do I report a phishing mail?', 'report phishing mail', 'Where do I report phishing mails?'],
  ['What is the discount for universities?', 'university discount', 'Which discount do universities get?'],
  [
    'When does the Hobart office close at Christmas?',
    'hobart christmas closing',
    'Is the Hobart office closed at Christmas?',
  ],
  ['How do I request a second monitor?', 'second monitor request', 'Requesting a second monitor'],
  ['Is there a kindergarten subsidy?', 'kindergarten subsidy', 'Does the company pay a subsidy for kindergarten?'],
  ['Which lawyer handles trademarks?', 'trademark lawyer', 'Who is our lawyer for trademarks?'],
  ['How do I archive a Slack channel?', 'archive slack channel', 'Who can archive a channel in Slack?'],
  ['What is the SLA for enterprise support?', 'enterprise support sla', 'Which SLA does enterprise support have?'],
  ['Can I get a company credit card?', 'company credit card', 'How do I get a company credit card?'],
  ['Where do I recycle batteries?', 'battery recycling', 'Where can batteries be recycled?'],
  [
    'Who moderates the all-hands questions?',
    'all-hands questions moderator',
    'Who moderates questions at the all-hands?',
  ],
  [
    'How do I unsubscribe a customer from the newsletter?',
    'unsubscribe customer newsletter',
    'Unsubscribing a customer from our newsletter',
  ],
  ['What is the dress code for trade fairs?', 'trade fair dress code', 'Which dress code holds at trade fairs?'],
];
