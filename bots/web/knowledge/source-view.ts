import path from 'node:path';
import type { Source } from '../../../core/document.ts';
import { namedScopes } from '../../../core/source-scopes.ts';
import { TEAM_ANSWERS } from '../../../core/team-answers.ts';
import { memoryOf } from '../../../ingest/resolve-input.ts';
import type { AccessPolicy } from '../../../runtime/access/policy.ts';
import { audienceText } from '../../../runtime/access/report.ts';
import { sampleHandbook } from '../../../samples/index.ts';
import type { SourceView } from '../console-api.ts';

/** Maximum failures that the view lists for one source. */
const MAX_FAILURES = 100;

/** Builds the console's view of a source. @param uploads absolute path of the folder with uploaded files */
export const sourceView = (
  source: Source & { documents: number; passages: number },
  { policy, uploads }: { policy: AccessPolicy | undefined; uploads: string },
): SourceView => {
  const { failed, skipped, forgotten } = memoryOf(source);
  const reasons: Record<string, number> = {};
  for (const { reasons: own } of Object.values(skipped))
    for (const [reason, count] of Object.entries(own)) reasons[reason] = (reasons[reason] ?? 0) + count;
  const uploaded = source.location.startsWith(uploads);
  return {
    id: source.id,
    kind: source.kind,
    location: uploaded ? 'uploads' : source.location,
    uploaded,
    documents: source.documents,
    passages: source.passages,
    syncedAt: source.syncedAt,
    ...(typeof source.options?.every === 'string' && { every: source.options.every }),
    scopes: namedScopes(source.scopes),
    ...ruleOf(policy, source.id),
    failures: failed.slice(0, MAX_FAILURES).map(({ input, code, message, remedy }) => ({
      input: uploaded ? path.basename(input) : input,
      code,
      message,
      remedy,
    })),
    skipped: reasons,
    forgotten,
    isSample: source.location === sampleHandbook,
    isTeamAnswers: source.id === TEAM_ANSWERS,
  };
};

/** The access file's rule for a source, in words; empty when no rule names the source. */
export const ruleOf = (policy: AccessPolicy | undefined, sourceId: string): { rule?: string } => {
  const rule = policy?.sources.get(sourceId);
  return rule ? { rule: audienceText(rule.audiences) } : {};
};
