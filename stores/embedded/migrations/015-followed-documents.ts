/** The document that a document follows, and the follower's own scopes; its visibility depends on both. */
export default `
ALTER TABLE documents ADD COLUMN follows TEXT;
ALTER TABLE documents ADD COLUMN own_scopes TEXT;
CREATE INDEX documents_by_followed ON documents (follows) WHERE follows IS NOT NULL;
`;
