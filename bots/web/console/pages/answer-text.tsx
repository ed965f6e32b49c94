import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Citation } from '../../../../core/answer.ts';
import { answerText } from '../../client/answer-text.ts';

const NONE: readonly Citation[] = [];

/** Renders an answer as the chat does; a citation opens its page. Without `citations`, numbers such as `[1]` stay text. */
export const AnswerText = ({ text, citations = NONE }: { text: string; citations?: readonly Citation[] }) => {
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const open = ({ documentId, kind }: Citation) =>
      // A live source has no ingested page to open.
      kind !== 'live' && void navigate({ to: '/pages', search: { id: documentId, source: undefined, q: undefined } });
    place.current?.replaceChildren(answerText(text, citations, open));
  }, [text, citations, navigate]);
  return <div ref={place} className="answer-text" />;
};
