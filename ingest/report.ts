/** What one run of ingest or sync did, as `ingest --json` prints it. */
export interface IngestReport {
  source: string;
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: IngestFailure[];
  documents: number;
  passages: number;
  tables: number;
  triples: number;
  seconds: number;
}

/** An input that could not be taken in; the others were. */
export interface IngestFailure {
  /** The file, URL or `file.jsonl:LINE`. */
  input: string;
  code: string;
  message: string;
  remedy: string;
}
