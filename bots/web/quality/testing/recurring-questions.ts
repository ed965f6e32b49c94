import type { RecurringQuestions } from './recurring-question-set.ts';

/**
 * Fifty questions that recur in a company's chat, each in three wordings: a full sentence, keywords, and a paraphrase. The
 * author knew how questions are clustered, and wrote them before any was clustered. `npm run bench -- gaps` measures on them.
 */
export const RECURRING: RecurringQuestions = [
  [
    'What is the wifi password in the Porto office?',
    'porto wifi password',
    'I am in Porto, which password does the wifi want?',
  ],
  [
    'Who do I ask for a new laptop charger?',
    'lost my laptop charger, who has a new one',
    'Where can I get another charger for my laptop?',
  ],
  [
    'When is the kitchen on the third floor renovated?',
    'third floor kitchen renovation when',
    'How long until the renovated kitchen on the third floor opens?',
  ],
  [
    'Can I rent a company van at the weekend?',
    'company van weekend private use?',
    'Is it allowed to take the company van home for a weekend?',
  ],
  [
    'How do I get reimbursed for my eye test?',
    'eye test reimbursement',
    'I paid for an eye test, can I claim it back?',
  ],
  [
    'Which supplier prints our trade show banners?',
    'trade show banner printing supplier',
    'Who prints the banners for trade shows?',
  ],
  [
    'What is the maximum size of an email attachment?',
    'max attachment size email',
    'How large may an attachment be when I email a customer?',
  ],
  [
    'Do interns get public transport tickets?',
    'transport ticket for interns?',
    'Is there a ticket for public transport that interns can have?',
  ],
  ['How do I book the photo studio?', 'photo studio booking', 'I need the photo studio on Friday, how is it booked?'],
  [
    'Who maintains the internal status page?',
    'owner of internal status page',
    'The internal status page is wrong, who looks after it?',
  ],
  [
    'What is our policy on open source contributions?',
    'open source contribution policy',
    'May I contribute to an open source project at work?',
  ],
  [
    "How many sick days need no doctor's note?",
    'doctors note after how many sick days',
    'From which sick day on do I need a note from the doctor?',
  ],
  [
    'When does the summer internship application close?',
    'summer internship application deadline',
    'Until when can students apply for the summer internship?',
  ],
  ['Where do I drop off old electronics?', 'old electronics drop off', 'Where is the box for old electronics?'],
  ['What is the code of the bike cellar?', 'bike cellar code', 'How do I open the bike cellar, is there a code?'],
  [
    'Who signs off marketing translations?',
    'marketing translation sign off',
    'A marketing translation is finished, who signs it off?',
  ],
  [
    'How do I add a colleague to the pager rota?',
    'add someone to pager rota',
    'A new colleague should join the pager rota, how is that done?',
  ],
  [
    'Which hotels have a corporate rate in Munich?',
    'munich hotel corporate rate',
    'Is there a hotel in Munich with a corporate rate for us?',
  ],
  [
    'Are we insured when we cycle to work?',
    'insurance cycling to work',
    'Does the insurance cover an accident while cycling to work?',
  ],
  ['What does the canteen charge visitors?', 'canteen price for visitors', 'How much do visitors pay in the canteen?'],
  [
    'How do I export the audit log of the CRM?',
    'crm audit log export',
    'I need the audit log from the CRM as a file, how?',
  ],
  ['Who is our contact at the tax office?', 'tax office contact', 'Which person at the tax office do we talk to?'],
  ['Is there a budget for team dinners?', 'team dinner budget', 'How much may a team dinner cost, is there a budget?'],
  [
    'How often are the fire extinguishers inspected?',
    'fire extinguisher inspection interval',
    'When were the fire extinguishers last inspected?',
  ],
  [
    'What is the notice period during probation?',
    'notice period probation',
    'I am on probation, how long is my notice period?',
  ],
  [
    'How do I change my name in the payroll portal?',
    'payroll portal name change',
    'I got married, how does my name change in the payroll portal?',
  ],
  ['Which monitor arm fits our desks?', 'monitor arm for desks', 'What monitor arm can I mount on my desk?'],
  ['Can contractors join the yoga class?', 'yoga class for contractors?', 'Is the yoga class open to contractors?'],
  [
    'Where are the slides of the last sales kickoff?',
    'sales kickoff slides',
    'Where do I find slides from the sales kickoff?',
  ],
  [
    'Who approves access to the production database?',
    'production database access approval',
    'I need access to the production database, who approves that?',
  ],
  [
    'What is the dial-in number of the Monday call?',
    'monday call dial-in',
    'Which number do I dial for the Monday call?',
  ],
  [
    'How do I order oat milk for the office?',
    'oat milk order office',
    'The office is out of oat milk, how do we order some?',
  ],
  [
    'Do we sponsor visas for relatives?',
    'visa sponsorship relatives',
    'Would the company sponsor a visa for a relative of mine?',
  ],
  [
    'Which cost centre do I use for training?',
    'cost centre training',
    'What is the cost centre for a training course?',
  ],
  [
    'How do I cancel a newsletter that went out by mistake?',
    'cancel newsletter sent by mistake',
    'A newsletter was sent by mistake, can it be cancelled?',
  ],
  [
    'What is the torque for the mast bolts?',
    'mast bolts torque',
    'How tight should the bolts of the mast be, which torque?',
  ],
  [
    'Who keeps the spare keys of the warehouse?',
    'spare warehouse keys',
    'I am locked out of the warehouse, who has spare keys?',
  ],
  [
    'When do we migrate to the new ticket system?',
    'ticket system migration date',
    'What day is the migration to the new ticket system?',
  ],
  ['Is the shuttle to the airport free?', 'airport shuttle free?', 'Do I have to pay for the shuttle to the airport?'],
  ['How do I report a broken window?', 'report broken window', 'A window is broken, where do I report it?'],
  [
    'What are the opening hours of the reception on Saturday?',
    'reception opening hours saturday',
    'Is the reception open on Saturday?',
  ],
  [
    'Which fonts may we embed in customer documents?',
    'fonts in customer documents',
    'Are we licensed to embed this font in a document for a customer?',
  ],
  ['How do I apply for a sabbatical?', 'sabbatical application', 'I would like to take a sabbatical, how do I apply?'],
  ['Who organises the charity run?', 'charity run organiser', 'Whom do I tell that I want to join the charity run?'],
  [
    'What is the retention time of camera footage?',
    'camera footage retention',
    'How long is the footage of the cameras kept?',
  ],
  [
    'Can I store personal photos on the company drive?',
    'personal photos company drive',
    'Is it okay to keep personal photos on the company drive?',
  ],
  [
    'How do I get a guest badge for a parent?',
    'guest badge parents',
    'My parents visit the office, do they need a guest badge?',
  ],
  [
    'Which courier collects parcels on Friday afternoon?',
    'friday parcel courier',
    'Who collects a parcel late on Friday, which courier?',
  ],
  [
    'What is the escalation number for the data centre?',
    'data centre escalation number',
    'Which number do I call to escalate at the data centre?',
  ],
  ['How do I mute the lobby screen?', 'mute lobby screen', 'The screen in the lobby is loud, how do I mute it?'],
];
