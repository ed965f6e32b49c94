import { expect, it } from 'vitest';
import { worldQuestions } from '../world/questions.ts';
import { inFrame, outOfFrame } from './frames.ts';
import { readQuestion } from './read-question.ts';

const plain = [...worldQuestions({ seed: 3, size: 400, count: 120 })].filter(({ history }) => !history);

it('puts each question into a frame of its own seed, and several frames in use', () => {
  const framed = plain.map(({ question }) => inFrame(question, 3));
  expect(framed).toEqual(plain.map(({ question }) => inFrame(question, 3)));
  expect(framed).not.toEqual(plain.map(({ question }) => inFrame(question, 4)));
  expect(new Set(framed.map((text, at) => text.replace(plain[at]!.question, '…'))).size).toBeGreaterThan(5);
});

it('takes the frame off again, and nothing else', () => {
  for (const { question } of plain) {
    expect(outOfFrame(inFrame(question, 3))).toBe(question);
    expect(outOfFrame(question)).toBe(question);
  }
});

it('reads a framed question as the plain one', () => {
  for (const { question } of plain) expect(readQuestion(inFrame(question, 3))).toEqual(readQuestion(question));
});
