import type { RecurringQuestions } from './recurring-question-set.ts';

/**
 * Fifty questions, each in three wordings, by an author who had seen neither Parley nor the other sets and was asked to write
 * as colleagues really do: situations, complaints and half sentences that may share no word. Some questions are similar on
 * purpose. Word overlap alone groups hardly any of them.
 */
export const STRANGERS: RecurringQuestions = [
  [
    'coffee machine on 3rd floor is dead again, who do I tell?',
    "The espresso thing upstairs shows a red triangle and won't do anything. Is there someone to call or do we just wait",
    'who do we report a broken coffee maker to',
  ],
  [
    'can we get oat milk in the kitchen',
    'any chance of plant based milk for the coffee? half my team doesnt drink dairy',
    "Who orders the milk? I'd like to ask for a vegan option, I've been bringing my own for months...",
  ],
  [
    'Are the coffee beans decaf on the left side or the right one?',
    'which hopper has the decaf',
    "I had an espresso at 5pm thinking it was decaf and didn't sleep. How do I tell which beans are the caffeine-free ones on our machine?",
  ],
  [
    'Does the company sponsor work permits for non-EU hires?',
    'got a great candidate from Brazil, can we sponsor her visa or is that a no',
    'hiring somebody without EU citizenship - do we help with the work visa',
  ],
  [
    'my blue card expires in march, who in the company helps with the renewal',
    'Hi, I need to extend my residence permit and the authorities want papers from my employer. Who do I contact?',
    'residence permit renewal - is there somebody in HR who handles this or do i need to do it alone',
  ],
  [
    'I need an invitation letter for a US business visa, who writes those?',
    'going to the Chicago customer in May and the consulate wants a letter from my employer. where do i get one',
    'visa letter for business trip to the states?',
  ],
  [
    'my badge stopped working at the garage, who fixes that',
    "Can't get into the parking anymore, the barrier just blinks red at my card",
    'access card is not opening the car park gate since monday. who can reactivate it?',
  ],
  [
    'lost my badge on the train yesterday :( what now',
    "I think someone took my access card / I can't find it anywhere. How do I get it blocked and get a new one?",
    'how to replace a lost badge',
  ],
  [
    'is the Lisbon office open on saturdays',
    'Can I get into the Lisbon building at the weekend? need to finish something',
    'weekend access lisbon - does the door let us in or is it locked',
  ],
  [
    'Where do I put my bike at the new Berlin office',
    'is there any bicycle parking in berlin? dont want to leave it on the street',
    'cycling to work from next week (Berlin), is there a bike room or some rack inside the courtyard',
  ],
  [
    "how many days do i get if i'm moving house",
    'Moving to a new flat on the 14th, do we get a day off for that or do I need to take holiday?',
    'Is there special leave for relocation of your own apartment?',
  ],
  [
    'my grandmother died, do I have to use vacation for the funeral',
    'bereavement leave - does it cover grandparents?',
    'Need to go to a funeral thursday (grandma). is that paid leave',
  ],
  [
    'can i carry over my unused vacation to next year',
    "I still have 9 days left and it's December. Do they expire??",
    'what happens with holiday days not taken by 31/12',
  ],
  [
    'Is a sabbatical possible? thinking of 3 months unpaid',
    "After 6 years here I'd love to take a longer break to travel, has anyone done that and how does it work",
    'do we have unpaid long leave, like a few months off',
  ],
  [
    'how long can I work from another country',
    "want to spend feb in Spain at my parents' and work from there, is it allowed and for how many weeks",
    'Rules on remote working abroad? e.g. 6 weeks from Greece',
  ],
  [
    'Can I bring my dog to the office?',
    "are pets allowed in Amsterdam? my new puppy can't be alone yet",
    "what's the dog policy",
  ],
  [
    'when do we get paid in december, before christmas or at the end as usual',
    'Is payday earlier this month because of the holidays?',
    'december salary date??',
  ],
  [
    "my payslip shows a deduction called 'SV diff' and I have no idea what it is",
    'What does SV diff mean on the salary statement',
    "there's 83 euros missing from my pay, line says SV diff. who can explain",
  ],
  [
    'how do i change the bank account my salary goes to',
    'I switched banks. Where do I enter the new IBAN so that my pay arrives there?',
    'New bank, need to update payroll before the 20th, who do I send this to',
  ],
  [
    'How does the referral bonus work, when is it paid out',
    "i recommended a friend who started in june and haven't seen any money yet. when does the referal bonus come",
    'Do you get the bonus for bringing in a new hire after their probation or right away?',
  ],
  [
    'VPN keeps dropping every 10 minutes since the update',
    'anyone else getting kicked out of the vpn all the time? how do i fix it',
    "Since last week's upgrade my vpn connection doesn't hold, constantly have to log in again. Is there a workaround",
  ],
  [
    'how do I get admin rights on my laptop',
    "I can't install Docker because it asks for an administrator password. How can I get that permission?",
    'need local admin on my mac for a few tools, who approves',
  ],
  [
    'When am I due for a new laptop? mine is from 2019',
    'my machine is super slow and 5 yrs old, how often do we get replacements',
    'laptop refresh cycle - every 3 or 4 years?',
  ],
  [
    "got a new phone and now I can't log in because the authenticator is on the old one",
    'how do I reset my 2FA',
    'Switched phones, MFA codes are gone, locked out of everything. Help please!!',
  ],
  [
    "the printer on 2nd floor in Vienna doesn't scan to email anymore",
    'scan to mail broken in vienna?? i press send and nothing ever arrives',
    'Vienna second floor: scanned a contract three times and it never showed up in my inbox, who looks after that device',
  ],
  [
    'can I use chatgpt with customer data',
    'Are we allowed to paste client stuff into AI tools?',
    "A colleague put a customer's email into an AI chatbot to summarise it. is that ok with our rules?",
  ],
  [
    "who has the password for the company's instagram",
    'need to post pics from the fair on our insta, who can give me the login',
    'Which person manages access to our Instagram account?',
  ],
  [
    "what's the max I can spend on a hotel in London",
    'hotel limit london?',
    'Everything in London under 180 is a hole. What nightly rate will finance accept for the hotel',
  ],
  [
    'lost the receipt for a taxi, can I still claim it',
    'how do i expense something without a receipt',
    "Taxi driver didn't give me any bill. Will I still get the 34 euros back and how?",
  ],
  [
    'how do i get a company credit card',
    'I keep paying for software and ads out of my own pocket. Can I get a corporate card instead?',
    'who decides who gets a company card, and where to apply',
  ],
  [
    'What cost center do I use for the offsite',
    'which cost centre does the team offsite in October go on',
    'filling in the PO for the autumn offsite, it wants a cost center number... no clue',
  ],
  [
    'supplier says our invoice is 2 months overdue, who do i chase',
    "A freelancer of mine hasn't been paid since August and is getting angry. Whom in accounts payable should I talk to",
    'who handles late payments to vendors',
  ],
  [
    'can i fly business to Singapore',
    'Is business class ok on flights longer than 8 hrs?',
    '13 hour flight next month, do I really have to sit in economy or does the policy let me upgrade',
  ],
  [
    'Are we insured when we travel for work? Like if I break a leg skiing on the weekend of the trip',
    'does the business travel insurance also cover private days added to a trip',
    "I'm staying two extra days in Oslo for fun after the conference. Am I still covered by the company's travel insurance then?",
  ],
  [
    'does Atlas support single sign-on with Okta',
    'customer asks if they can log in to Atlas via Okta. yes or no?',
    'Atlas + Okta SSO, is that available or still on the roadmap',
  ],
  [
    "what's the maximum file size you can upload to Atlas",
    'client tried to import a 4 gb csv to Atlas and it failed, what is the limit?',
    'Is there a cap on uploads in atlas, and how big',
  ],
  [
    'When will Atlas have a dark mode',
    'dark mode in atlas, any date? get asked about this in literally every demo',
    'Prospects keep complaining Atlas is too bright at night. Is a dark theme planned and for which release?',
  ],
  [
    'where is Atlas customer data hosted, Frankfurt or Ireland?',
    'Which region are the atlas servers in? Procurement of a german bank wants to know',
    'data residency for Atlas - what country',
  ],
  [
    "who's the account manager for Nordbank",
    'Nordbank just called me by mistake, who looks after them on our side?',
    "need the person responsible for Nordbank, it's kind of urgent",
  ],
  [
    'Can I give a customer 25% discount or do I need approval',
    'up to what discount can sales decide by themselves',
    'Prospect wants a quarter off the list price. Who has to sign off on that, if anyone?',
  ],
  [
    "are we allowed to use Veltra's logo in our slides",
    'did Veltra ever agree to be a public reference? want to put them on the customers slide',
    'Putting together the pitch deck: can I show Veltra as a client with logo, or is that confidential',
  ],
  [
    "what's our notice period if a customer wants to cancel",
    'Client wants out of their contract asap, how many months in advance do they have to tell us',
    'how long before renewal must customers cancel',
  ],
  [
    'who can sign an NDA on behalf of the company',
    'partner sent me an NDA, can I just sign it myself or who does',
    "Got a confidentiality agreement to be signed by friday, who's authorised?",
  ],
  [
    'where can I find our standard NDA template',
    'do we have our own confidentiality agreement i can send to a vendor? word file preferably',
    'looking for the NDA boilerplate, the one legal made',
  ],
  [
    'a former applicant asks us to delete all his data, what do I do',
    'Received a GDPR erasure request by mail from somebody who applied here once. Who takes care of it?',
    'person wants their application data removed under gdpr... who do i forward this to and is there a deadline',
  ],
  [
    'who is on call this weekend for payments',
    "payments on-call rota, where do I see who's up on saturday",
    'If the payment service breaks on Sunday who do I wake up?',
  ],
  [
    'staging is down again, is anyone on it',
    "Getting 502s on everything in staging since this morning, does somebody know what's going on",
    'is the staging env broken or is it just me',
  ],
  [
    'when is the code freeze before christmas',
    'Until what date can we still deploy this year?',
    'Need to know the last day for releases in december, planning my sprint',
  ],
  [
    'can I bring my partner to the summer party',
    'summer party: is it employees only or are plus ones ok?',
    'My wife would like to come along to the party in July, is that allowed',
  ],
  [
    'Where is the summer party this year and when',
    'date + place of the summer party pls, I need to book a babysitter',
    'has the location of the july party been announced? didnt get any invite',
  ],
];
