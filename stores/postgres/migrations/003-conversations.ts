/** Conversations, turns, feedback, and claims on platform events, so that each event is answered once. */
export default `
CREATE TABLE conversations (
  id text COLLATE "C" PRIMARY KEY,
  front text NOT NULL,
  title text NOT NULL,
  created_at text NOT NULL,
  updated_at text COLLATE "C" NOT NULL
);

CREATE TABLE turns (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  conversation_id text NOT NULL,
  event_id text NOT NULL UNIQUE,
  asker_id text NOT NULL,
  asked_at text COLLATE "C" NOT NULL,
  answered_at text,
  status text NOT NULL,
  question text NOT NULL,
  standalone text,
  scopes text[] NOT NULL,
  error jsonb,
  answer jsonb
);
CREATE INDEX turns_by_conversation ON turns (conversation_id, asked_at, key);
CREATE INDEX turns_by_time ON turns (asked_at, key);
CREATE INDEX turns_by_asker ON turns (asker_id, conversation_id);

CREATE TABLE feedback (
  turn_id text COLLATE "C" NOT NULL,
  asker_id text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  rating text NOT NULL,
  reason text,
  comment text,
  PRIMARY KEY (turn_id, asker_id)
);
CREATE INDEX feedback_by_time ON feedback (at, turn_id, asker_id);
CREATE INDEX feedback_by_asker ON feedback (asker_id);

CREATE TABLE claims (
  event_id text COLLATE "C" PRIMARY KEY,
  holder text NOT NULL,
  renewed_at timestamptz NOT NULL,
  done boolean NOT NULL DEFAULT false
);
CREATE INDEX claims_by_time ON claims (renewed_at);
`;
