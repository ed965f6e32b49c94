import { z } from 'zod';

// The parts of Google Drive's answers that are used. Fields are as the published discovery documents have them:
// developers.google.com/workspace/drive/api/reference/rest/v3 and /workspace/admin/directory/reference/rest/v1/members.

export const permissionSchema = z.object({
  id: z.string(),
  /** `user`, `group`, `domain` or `anyone`. */
  type: z.string(),
  emailAddress: z.string().nullish(),
  domain: z.string().nullish(),
  /** Of a domain or anyone: whether search finds the file; else it takes the link. */
  allowFileDiscovery: z.boolean().nullish(),
  /** The account is gone. */
  deleted: z.boolean().nullish(),
  pendingOwner: z.boolean().nullish(),
  expirationTime: z.string().nullish(),
  /** `published` and `metadata` do not let anybody read the file itself. */
  view: z.string().nullish(),
});
export type Permission = z.infer<typeof permissionSchema>;

export const fileSchema = z.object({
  id: z.string(),
  name: z.string().default(''),
  mimeType: z.string().default(''),
  modifiedTime: z.string().optional(),
  md5Checksum: z.string().optional(),
  size: z.string().optional(),
  webViewLink: z.string().optional(),
  parents: z.array(z.string()).optional(),
  driveId: z.string().optional(),
  trashed: z.boolean().optional(),
  /** Absent for items in shared drives, and where the account may not share the file. */
  permissions: z.array(permissionSchema).optional(),
  /** Of an item in a shared drive: it has permissions beside those that it inherits. */
  hasAugmentedPermissions: z.boolean().optional(),
  /** A folder with limited access: what is above does not count. */
  inheritedPermissionsDisabled: z.boolean().optional(),
  capabilities: z.object({ canDownload: z.boolean().optional() }).optional(),
});
export type DriveFile = z.infer<typeof fileSchema>;

const PERMISSION_FIELDS = 'id,type,emailAddress,domain,allowFileDiscovery,deleted,pendingOwner,expirationTime,view';
export const FILE_FIELDS = `id,name,mimeType,modifiedTime,md5Checksum,size,webViewLink,parents,driveId,trashed,hasAugmentedPermissions,inheritedPermissionsDisabled,capabilities/canDownload,permissions(${PERMISSION_FIELDS})`;

export const fileListSchema = z.object({
  files: z.array(fileSchema).default([]),
  nextPageToken: z.string().optional(),
  incompleteSearch: z.boolean().optional(),
});
export const LIST_FIELDS = `nextPageToken,incompleteSearch,files(${FILE_FIELDS})`;

export const permissionListSchema = z.object({
  permissions: z.array(permissionSchema).default([]),
  nextPageToken: z.string().optional(),
});
export const PERMISSION_LIST_FIELDS = `nextPageToken,permissions(${PERMISSION_FIELDS})`;

export const driveSchema = z.object({ id: z.string(), name: z.string().default('') });
export type SharedDrive = z.infer<typeof driveSchema>;
export const driveListSchema = z.object({
  drives: z.array(driveSchema).default([]),
  nextPageToken: z.string().optional(),
});

export const startTokenSchema = z.object({ startPageToken: z.string() });
const changeSchema = z.object({
  /** `file` or `drive`. */
  changeType: z.string().optional(),
  removed: z.boolean().optional(),
  fileId: z.string().optional(),
  file: fileSchema.optional(),
});
export type Change = z.infer<typeof changeSchema>;
export const changeListSchema = z.object({
  changes: z.array(changeSchema).default([]),
  nextPageToken: z.string().optional(),
  newStartPageToken: z.string().optional(),
});
export const CHANGE_FIELDS = `nextPageToken,newStartPageToken,changes(changeType,removed,fileId,file(${FILE_FIELDS}))`;

export const memberListSchema = z.object({
  members: z
    .array(z.object({ email: z.string().nullish(), type: z.string().nullish(), status: z.string().nullish() }))
    .default([]),
  nextPageToken: z.string().optional(),
});
