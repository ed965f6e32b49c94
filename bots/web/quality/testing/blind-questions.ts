import type { RecurringQuestions } from './recurring-question-set.ts';

/**
 * Fifty more, of a company that trades in food and runs a warehouse, by an author who had not seen the grouping or the
 * other sets. Nothing was chosen with them in view: they measure what `cluster-questions.ts` does with questions that are new to it.
 */
export const BLIND: RecurringQuestions = [
  ['How do I reset the PIN of my badge?', 'badge pin reset', 'I forgot the code for my entrance card, what now?'],
  [
    'Who do I tell when I have lost my badge?',
    'lost badge',
    'My entrance card is gone since yesterday, who needs to know?',
  ],
  [
    'What is the door code of the cold store in Hall 3?',
    'hall 3 cold store code',
    'which numbers do I type to get into the refrigerated room in hall 3',
  ],
  [
    'Who is allowed to drive the forklift?',
    'forklift who can drive',
    'Do I need a licence before I may use the forklift truck?',
  ],
  [
    'When does the canteen close on Fridays?',
    'canteen friday hours',
    'Until what time can I still get lunch in the canteen on a Friday?',
  ],
  [
    'Does the canteen have gluten-free meals?',
    'gluten free canteen??',
    'I am coeliac, is there anything for me at lunch?',
  ],
  [
    'How do I claim the mileage for driving my own car?',
    'mileage claim own car',
    'What do I get per kilometre if I take my private car to a customer?',
  ],
  ['What is the limit for a hotel in Munich?', 'munich hotel max', 'How much may a night in Munich cost?'],
  ['What is the limit for a hotel in Paris?', 'paris hotel max', 'How much may a night in Paris cost?'],
  [
    'How do I change my bank account for payroll?',
    'change bank details salary',
    'I have switched banks, where do I give the new IBAN so that I get paid?',
  ],
  ['When is the thirteenth salary paid out?', '13th salary when', 'In which month does the Christmas bonus arrive?'],
  [
    'How do I get a certificate of employment for my landlord?',
    'proof of employment for flat',
    'My landlord wants to see in writing that I work here, who signs that?',
  ],
  [
    'Can I take my leftover vacation days into next year?',
    'carry over vacation',
    'I still have nine days off left, do they expire in December?',
  ],
  [
    'How many days off do I get when I move house?',
    'day off for moving',
    'I am changing flats next month, is there special leave for that?',
  ],
  [
    'How many days off do I get for my wedding?',
    'wedding day off',
    'I am getting married in May, is there special leave for that?',
  ],
  [
    'Who takes over when the on-call engineer does not answer?',
    'on call not responding escalate',
    'Nobody picks up the pager, whom do I ring next?',
  ],
  [
    'How do I get access to the staging database?',
    'staging db access',
    'Who can grant me read rights on the test copy of Postgres?',
  ],
  [
    'How do I roll back a deployment in production?',
    'rollback prod',
    'The release broke things, how do we go back to the previous version?',
  ],
  [
    'Where are the backups of the customer database kept?',
    'customer db backups where',
    'If the database of our clients burned down, from where would we restore it?',
  ],
  [
    'How long do we keep the logs of the web server?',
    'web server log retention',
    'After how many days are access logs deleted?',
  ],
  [
    'Which version of Java do we use for the Atlas service?',
    'atlas java version',
    'What JDK does Atlas need to compile?',
  ],
  [
    'Which version of Java do we use for the Hermes service?',
    'hermes java version',
    'What JDK does Hermes need to compile?',
  ],
  [
    'How do I connect to the printer on the second floor?',
    'printer 2nd floor setup',
    'My laptop does not find the second floor printer, how do I add it?',
  ],
  [
    'Who refills the toner of the printers?',
    'toner empty',
    'The printer says it is out of ink, who brings a new cartridge?',
  ],
  [
    'How do I get a second monitor for my desk?',
    'second screen?',
    'I would like another display at my workplace, where do I ask?',
  ],
  [
    'Can I use my private phone for company mail?',
    'company mail on own phone',
    'Is it OK to read work e-mail on my personal mobile?',
  ],
  [
    'How do I forward my phone during holidays?',
    'phone forwarding',
    "While I am away calls should ring at my colleague's, how do I set that?",
  ],
  [
    'Where do I report a phishing mail?',
    'phishing report where',
    'I got a strange e-mail that asks for my password, who should see it?',
  ],
  [
    'How do I install software that needs administrator rights?',
    'admin rights install',
    'My computer will not let me set up a program without an administrator, what do I do?',
  ],
  ['Where do I get safety shoes?', 'safety shoes', 'My steel-toe boots are worn out, who gives me new ones?'],
  [
    'What do I do when the fire alarm rings?',
    'fire alarm what to do',
    'Where do we gather if the building has to be evacuated?',
  ],
  [
    'Who are the first aiders in the warehouse?',
    'first aid warehouse',
    'Somebody cut their hand at the packing line, who is trained to help?',
  ],
  [
    'How do I report an accident on the way to work?',
    'commute accident report',
    'I fell off my bicycle this morning coming in, do I need to fill in a form?',
  ],
  [
    'How do I sign up for the German course?',
    'german course signup',
    'I want to take language lessons in German through the company, how?',
  ],
  ['Does the company pay for a gym membership?', 'gym subsidy', 'Is there any contribution to my fitness studio?'],
  ['How do I lease a bicycle through the company?', 'bike leasing', 'JobRad: do we have that, and how do I order one?'],
  [
    'Who approves a discount of more than 15 percent?',
    'discount over 15% approval',
    'A customer wants 20 % off, whose okay do I need?',
  ],
  [
    'What are our payment terms for new customers?',
    'payment terms new customers',
    'How many days does a first-time buyer have to pay the invoice?',
  ],
  [
    'How do I block a customer who does not pay?',
    'block customer nonpayment',
    'A client ignores every reminder, how do I stop their orders?',
  ],
  [
    'What is the minimum order value for free delivery?',
    'free shipping from how much',
    'From what amount do we not charge for transport?',
  ],
  [
    'Do we deliver to Switzerland?',
    'ship to switzerland?',
    'A buyer in Zurich asks whether we send goods there, do we?',
  ],
  [
    'How do customers return a damaged pallet?',
    'damaged pallet return',
    'A client got broken goods on a Euro pallet, how does it come back to us?',
  ],
  ['What is the shelf life of the oat milk?', 'oat milk shelf life', 'How long can unopened oat milk be sold?'],
  ['At which temperature do we store yoghurt?', 'yoghurt storage temp', 'How cold must the yoghurt be kept?'],
  [
    'Who do I contact about a recall of a product?',
    'product recall contact',
    'We have to take a batch back from the shops, who leads that?',
  ],
  [
    'Which brand colours may I use in a presentation?',
    'brand colors slides',
    'Is there a palette for our corporate design in PowerPoint?',
  ],
  [
    'Where do I find the logo as a vector file?',
    'logo svg',
    'The print shop wants our logo in a scalable format, where is it?',
  ],
  [
    'Who may talk to journalists?',
    'press inquiry who',
    'A newspaper called and wants a statement, to whom do I pass it on?',
  ],
  [
    'How do I bring a visitor into the plant?',
    'visitor registration plant',
    'Somebody from a supplier is coming to look at production, how do I announce them?',
  ],
  [
    'When is the next works council meeting?',
    'works council meeting date',
    'On what day does the employee representation come together next?',
  ],
];
