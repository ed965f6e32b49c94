import path from 'node:path';
import type { Source } from '../../../core/document.ts';
import { namedScopes } from '../../../core/source-scopes.ts';
import { TEAM_ANSWERS } from '../../../core/team-answers.ts';
import { addSkipped, countFailed, noneSkipped } from '../../../ingest/report.ts';
import { memoryOf } from '../../../ingest/resolve-input.ts';
import type { AccessPolicy } from '../../../runtime/access/policy.ts';
import { audienceText } from '../../../runtime/access/report.ts';
import { sampleHandbook } from '../../../samples/index.ts';
import type { JobView, SourceView } from '../console-api.ts';

/** Maximum failures that the view lists for one source. */
const MAX_FAILURES = 100;

/** Maximum skipped files that the view names for one reason. */
const MAX_SKIPPED_NAMED = 5;

/** Builds the console's view of a source. @param uploads absolute path of the folder with uploaded files */
export const sourceView = (
  source: Source & { documents: number; passages: number },
  { policy, uploads }: { policy: AccessPolicy | undefined; uploads: string },
): SourceView => {
  const { failed, skipped, forgotten } = memoryOf(source);
  const passedOver = noneSkipped();
  for (const some of Object.values(skipped)) addSkipped(passedOver, some);
  const uploaded = source.location.startsWith(uploads);
  const shown = (input: string) => (uploaded ? path.basename(input) : input);
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
    failed: countFailed(failed),
    unlisted: countFailed(failed.slice(MAX_FAILURES)),
    failures: failed.slice(0, MAX_FAILURES).map(({ input, code, message, remedy }) => ({
      input: shown(input),
      code,
      message,
      remedy,
    })),
    skipped: Object.fromEntries(
      Object.entries(passedOver.reasons).map(([reason, count]) => {
        const named = passedOver.files.filter((file) => file.reason === reason).slice(0, MAX_SKIPPED_NAMED);
        return [reason, { count, files: named.map(({ input }) => shown(input)) }];
      }),
    ),
    forgotten,
    isSample: source.location === sampleHandbook,
    isTeamAnswers: source.id === TEAM_ANSWERS,
  };
};

/** A job as the console shows it: uploaded files by their names, not by the server's folders. */
export const jobView = (job: JobView, uploads: string): JobView => {
  const shown = (input: string) => (isWithin(uploads, input) ? path.basename(input) : input);
  const { progress, report } = job;
  return {
    ...job,
    ...(progress && { progress: { ...progress, ...(progress.input && { input: shown(progress.input) }) } }),
    ...(report && {
      report: { ...report, failed: report.failed.map((one) => ({ ...one, input: shown(one.input) })) },
    }),
  };
};

/** True for an absolute path below the folder, or for a relative one that leads there. */
const isWithin = (folder: string, input: string): boolean => {
  const between = path.relative(folder, path.resolve(input));
  return between !== '' && !between.startsWith('..') && !path.isAbsolute(between);
};

/** The access file's rule for a source, in words; empty when no rule names the source. */
export const ruleOf = (policy: AccessPolicy | undefined, sourceId: string): { rule?: string } => {
  const rule = policy?.sources.get(sourceId);
  return rule ? { rule: audienceText(rule.audiences) } : {};
};
