import type { RecurringQuestions } from './recurring-question-set.ts';

/**
 * Fifty questions by a third author about other topics than `recurring-questions.ts` and `strangers-questions.ts`: a factory,
 * pumps and filters. Some questions are similar on purpose. The constants of `cluster-questions.ts` were tuned on these three
 * sets, so results on them are optimistic; `colleagues-questions.ts` is the held-out set.
 */
export const OTHERS: RecurringQuestions = [
  [
    'Where do I hand in the keys of the rental flat when my stay ends?',
    'moving out of the company flat friday, who gets the keys',
    'Leaving the apartment you put me in - is there a drop box for the key or do I meet someone',
  ],
  [
    'the fridge in the lab kitchen leaks, who fixes it',
    'Puddle under the lab fridge again!!',
    'who do I call about a refrigerator that loses water',
  ],
  [
    'what is the dress code for client visits',
    'do i need a tie when the customer comes in',
    'Jeans okay if clients are at the office tomorrow?',
  ],
  [
    'How do I get my name changed in the address book after my wedding?',
    'got married, new surname, where to update it',
    'my last name is still the old one in outlook',
  ],
  [
    'is there a quiet room where I can pray',
    'prayer room in the building?',
    'Somewhere private for a few minutes at noon, for my prayers',
  ],
  [
    'can I get a standing desk',
    'my back hurts, who orders a height adjustable table',
    'Is a sit-stand desk something the company pays for?',
  ],
  [
    'when is the fire drill',
    'Evacuation exercise - which day is it this quarter',
    'do we get told before the alarm test or is it a surprise',
  ],
  [
    'how long are job applications kept on file',
    'when do we delete CVs of people we rejected',
    'retention of candidate data, what is our rule',
  ],
  [
    'who do I ask for a reference letter',
    'I am leaving in june and need a work certificate',
    'need a written reference from my manager, what is the process',
  ],
  [
    'Is overtime paid or do we get time off for it',
    'worked 12 extra hours last week, what happens with those',
    'comp time or money for extra hours?',
  ],
  [
    'what happens if I get sick during my vacation',
    'had the flu on my holiday, do I get the days back',
    'ill while on leave - are those days refunded',
  ],
  [
    'do we have a company doctor',
    'who does the eye exam for screen work',
    'occupational health appointment, where do I book',
  ],
  [
    'how do I join the pension plan',
    'company retirement scheme - how to sign up',
    'Does the firm top up my pension and where do I apply for it?',
  ],
  [
    'can I see how much sick pay I would get after six weeks',
    'long illness, what does the employer pay',
    "How does pay continue if I'm off sick for two months?",
  ],
  [
    'what should I do with old monitors',
    'got two broken screens under my desk, where do they go',
    'disposal of electronic waste',
  ],
  [
    'the elevator is stuck, who do I call',
    'lift not moving on floor 4',
    'someone is trapped in the elevator what number do I dial',
  ],
  [
    'parking for visitors',
    'a customer arrives by car tomorrow, where can he leave it',
    'Do guests get a parking spot and do I have to reserve it?',
  ],
  [
    'how do I order lunch for a meeting',
    'catering for 15 people on tuesday, how',
    'who arranges sandwiches when we host a workshop',
  ],
  [
    'what is the policy on moonlighting',
    'can I have a side job',
    'Want to teach yoga on weekends for money - must I tell HR?',
  ],
  ['how do I book a company car for a day', 'need a car to visit a customer thursday', 'pool car reservation'],
  [
    'my tax class is wrong on the payslip',
    'payroll has me in the wrong tax bracket, who corrects it',
    'Wage statement uses tax class 1 but I am 3',
  ],
  [
    'is there childcare near the office',
    'does the company have a kindergarten place for my son',
    'day care slots for employees?',
  ],
  [
    'how can I give feedback anonymously',
    'whistleblowing - where do I report something without my name',
    'Is there a way to complain about a manager without being identified?',
  ],
  [
    'what is the wifi for the warehouse scanners',
    "barcode scanners in the warehouse can't connect",
    'Which network should the handhelds in the storage hall use?',
  ],
  [
    'how do I share a big file with a supplier',
    'file too large for email, 8 GB video to send out',
    'what do we use instead of wetransfer',
  ],
  [
    'can I print in colour',
    'colour printing is greyed out',
    'how to enable color on the printer, mine is only black and white',
  ],
  [
    'where is the license key for Adobe',
    'photoshop wants me to sign in, which account',
    'Need Acrobat Pro on my machine, how do I get a licence',
  ],
  [
    'how to restore a deleted file from the shared drive',
    "I overwrote a spreadsheet on the network drive, can I get yesterday's version",
    'backup of the S: drive, who can bring back a folder',
  ],
  [
    'spam mail that looks like it comes from the CEO',
    'got a strange email from our boss asking for gift cards',
    'where do I report phishing',
  ],
  [
    'can I install a browser extension',
    'chrome add-ons are blocked, who unblocks',
    'need the Grammarly plugin and it says managed by your organisation',
  ],
  ['keyboard with US layout, can I get one', 'who orders an english keyboard', 'mine is german qwertz, I want qwerty'],
  [
    'the video system in room Everest has no sound',
    'Everest meeting room: nobody hears us on calls',
    'speakers dead in the big conference room Everest',
  ],
  [
    'how do I get access to the finance dashboard',
    'permission for the revenue report in Tableau',
    "I can't open the monthly figures, it says request access",
  ],
  [
    'what is the shipping address of the Rotterdam warehouse',
    'where do I send goods for the rotterdam depot',
    'Courier needs the street and number of our storage in Rotterdam',
  ],
  [
    'which incoterms do we use for Switzerland',
    'who pays customs when we ship to swiss customers',
    'DAP or DDP for deliveries to Zurich?',
  ],
  [
    'minimum order quantity for the blue filters',
    'how many blue filters must a customer buy at least',
    'Can I sell just 5 of the blue filters?',
  ],
  [
    'shelf life of the cartridges',
    'how long can cartridges be stored before they expire',
    'customer found cartridges from 2022, still good?',
  ],
  [
    'is the Orca pump certified for drinking water',
    'Orca pump - potable water approval?',
    'can a waterworks use the orca or do they lack the certificate',
  ],
  [
    'spare parts for the Orca after 10 years',
    'how long do we supply parts for an Orca pump',
    'customer with a 12 year old orca needs a seal, do we still have it',
  ],
  [
    'who repairs Orca pumps in Spain',
    'service partner in spain for pumps',
    'customer in Madrid needs a technician for his Orca, whom do I send',
  ],
  [
    'warranty if the customer opened the device himself',
    'does unscrewing the case void the guarantee',
    'They took the unit apart, do we still have to repair for free?',
  ],
  [
    'how do I book travel to a trade fair',
    'hotel and flights for the fair in Hanover, do I do this myself',
    'who organises the trip to the exhibition',
  ],
  ['who designs our trade fair booth', 'stand builder for the exhibition', 'which agency builds our booths at shows'],
  [
    'can I take samples home',
    'are employees allowed to keep product samples',
    'is it ok to bring a demo unit home for the weekend',
  ],
  [
    'employee discount on our products',
    'do we get our own stuff cheaper',
    "I'd like to buy a filter for my house - staff price?",
  ],
  [
    'how do I cancel a purchase order',
    'PO sent to wrong supplier, how to take it back',
    'withdraw an order that was already approved',
  ],
  [
    'who approves new suppliers',
    'onboarding a vendor - what steps',
    'want to work with a new freelancer, how do they get into the system',
  ],
  [
    'is there budget for language courses',
    'I want to learn german, does the company pay',
    'English lessons for the team - who covers it',
  ],
  [
    'how many people do I need for a first aid course',
    'who are our first aiders',
    "I'd like to be trained in first aid, can I sign up",
  ],
  ['what do I do if a journalist calls', 'press asked me for a comment', 'can I talk to a reporter about our new pump'],
];
