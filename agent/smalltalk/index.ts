export { answerSmallTalk, type SmallTalkOptions } from './answer.ts';
export { recogniseSmallTalk as smallTalkIn, type SmallTalk, type SmallTalkKind, withoutGreeting } from './recognise.ts';
