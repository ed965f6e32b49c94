/** Conversations, turns, feedback, and claims on platform events, so that each event is answered once. */
export default `
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  front TEXT NOT NULL,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE turns (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL,
  event_id TEXT NOT NULL UNIQUE,
  asker_id TEXT NOT NULL,
  asked_at TEXT NOT NULL,
  answered_at TEXT,
  status TEXT NOT NULL,
  question TEXT NOT NULL,
  standalone TEXT,
  scopes TEXT NOT NULL,
  error TEXT,
  answer TEXT
);
CREATE INDEX turns_by_conversation ON turns (conversation_id, asked_at, key);
CREATE INDEX turns_by_asker ON turns (asker_id, conversation_id);

CREATE TABLE feedback (
  turn_id TEXT NOT NULL,
  asker_id TEXT NOT NULL,
  at TEXT NOT NULL,
  rating TEXT NOT NULL,
  reason TEXT,
  comment TEXT,
  PRIMARY KEY (turn_id, asker_id)
) WITHOUT ROWID;
CREATE INDEX feedback_by_time ON feedback (at, turn_id, asker_id);
CREATE INDEX feedback_by_asker ON feedback (asker_id);

CREATE TABLE claims (
  event_id TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  renewed_at INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX claims_by_time ON claims (renewed_at);
`;
