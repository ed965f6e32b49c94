import { Hono } from 'hono';
import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { erasePersonByAllNames } from '../../../ingest/forget.ts';
import { readAccessPolicy } from '../../../runtime/access/policy.ts';
import { checkAccess } from '../../../runtime/access/report.ts';
import { OPERATOR, permissions, type Token } from '../../../runtime/access/tokens.ts';
import { applyRetention, lastRetention } from '../../../runtime/retention.ts';
import { type SettingRow, settingRows } from '../../../runtime/setting-rows.ts';
import { recordName } from '../../../stores/index.ts';
import type { WebEnv } from '../asker.ts';
import type { AuditView, PeopleView, RetentionView, RoleChange, SettingsCheck } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { assertRole, holdsTheMachine, type Person, ROLES } from '../people/person.ts';
import { personRecords } from '../people/person-records.ts';
import { readBody } from '../read-body.ts';
import { webhookRoutes } from './webhooks.ts';

const AUDIT_PAGE = 50;
const roleChange: z.ZodType<RoleChange> = z.object({
  who: z.string().trim().min(3).max(255),
  role: z.enum(ROLES),
});
const newToken = z.object({
  name: z.string().trim().min(1).max(100),
  permissions: z.array(z.enum(permissions)).min(1),
  scopes: z.array(z.string().trim().min(1).max(200)).max(20).optional(),
  expiresAt: z.iso.datetime().optional(),
});
const person = z.object({ id: z.string().trim().min(3).max(255).transform(recordName) });

/**
 * The maker that a new token is limited to: the operator for somebody who controls the machine, or else the admin. A token
 * never grants more than its maker holds when it is used.
 */
const makerOf = (maker: Person): string => (holdsTheMachine(maker) ? OPERATOR : maker.id);

/** Admin routes: people and roles, tokens, webhooks, access rules, settings, retention, audit trail, and a person's data. */
export const admin = (web: WebDependencies) => {
  const { parley, people, tokens } = web;
  return (
    new Hono<WebEnv>()
      .use('/*', async (c, next) => {
        assertRole(c.var.person, 'admin');
        await next();
      })
      .get('/people', async (c) => c.json<PeopleView>(await people.roles.people()))
      .put('/people/role', async (c) => {
        const { who, role } = await readBody(c, roleChange);
        const { id, email } = c.var.person;
        if (role !== 'admin' && [id, email].includes(who.toLowerCase())) {
          throw new ParleyError('BAD_USAGE', {
            message: 'You would lock yourself out.',
            remedy: 'Have another admin change your role.',
          });
        }
        await people.roles.setRole(who, role);
        await people.audit.write(c.var.person, 'person.role', recordName(who), { role });
        return c.json({ who, role });
      })
      .get('/tokens', async (c) => c.json<Token[]>(await tokens.list()))
      .post('/tokens', async (c) => {
        const wanted = await readBody(c, newToken);
        const made = await tokens.create({ ...wanted, maker: makerOf(c.var.person) });
        await people.audit.write(c.var.person, 'token.create', made.token.id, { name: made.token.name });
        return c.json(made, 201);
      })
      .post('/tokens/:id/revoke', async (c) => {
        const token = await tokens.revoke(c.req.param('id'));
        await people.audit.write(c.var.person, 'token.revoke', token.id, { name: token.name });
        return c.json(token);
      })
      .route('/webhooks', webhookRoutes(web))
      // Reads the access file again: the policy in memory is the one in force, so comparing it would never show a change.
      .get('/access', async (c) =>
        c.json(await checkAccess(parley.stores, await readAccessPolicy(parley.settings.PARLEY_ACCESS))),
      )
      .get('/settings', (c) => c.json<SettingRow[]>(settingRows(parley.settings)))
      .post('/settings/check', async (c) => c.json<SettingsCheck>(await web.examine()))
      .get('/retention', async (c) => {
        const { PARLEY_RETENTION_DAYS: threadDays, PARLEY_AUDIT_RETENTION_DAYS: changeDays } = parley.settings;
        const [due, last] = await Promise.all([
          applyRetention(parley.stores, parley.settings, { dryRun: true }),
          lastRetention(parley.stores),
        ]);
        return c.json<RetentionView>({ threadDays, changeDays, due, ...(last && { last }) });
      })
      .get('/audit', async (c) => {
        const after = c.req.query('after');
        return c.json<AuditView>(await people.audit.list({ ...(after && { after }), limit: AUDIT_PAGE }));
      })
      .post('/person/export', async (c) => {
        const { id } = await readBody(c, person);
        await people.audit.write(c.var.person, 'person.export', id);
        return c.json(await personRecords(parley.stores, id));
      })
      .post('/person/erase', async (c) => {
        const { id } = await readBody(c, person);
        const receipt = await erasePersonByAllNames(parley.stores, id);
        // The audit record says when and by whom a person was erased, but not which person.
        await people.audit.write(c.var.person, 'person.erase', 'a person', receipt);
        return c.json(receipt);
      })
  );
};
