/** The document that another one is about, and the latter's own scopes: what is seen of it depends on both. */
export default `
ALTER TABLE documents ADD COLUMN follows text COLLATE "C";
ALTER TABLE documents ADD COLUMN own_scopes text[];
CREATE INDEX documents_by_followed ON documents (follows) WHERE follows IS NOT NULL;
`;
