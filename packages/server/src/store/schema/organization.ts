import type { Generated } from 'kysely'
import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface OrganizationTables {
  organizations: OrganizationTable
  account_types: AccountTypeTable
  members: MemberTable
  teams: TeamTable
  team_members: TeamMemberTable
  user_attributes: UserAttributeTable
  user_attribute_teams: UserAttributeTeamTable
  user_attribute_members: UserAttributeMemberTable
  user_attribute_tenants: UserAttributeTenantTable
  custom_functions: CustomFunctionTable
  organization_logos: OrganizationLogoTable
  element_styles: ElementStyleTable
}

export const organizationReferences = {
  account_types: ['organizations'],
  members: ['account_types'],
  teams: ['organizations'],
  team_members: ['members', 'teams'],
  user_attributes: ['organizations'],
  user_attribute_teams: ['teams', 'user_attributes'],
  user_attribute_members: ['members', 'user_attributes'],
  user_attribute_tenants: ['organizations', 'user_attributes'],
  custom_functions: ['organizations'],
  organization_logos: [],
  element_styles: ['members'],
} as const satisfies References<OrganizationTables>

/** Default styles of elements that a member adds in the editor. */
export interface ElementStyleTable {
  organization_id: string
  member_id: string
  /** Element kind. */
  kind: string
  /** JSON: values by field path. */
  fields: string
  updated_at: number
}

export interface OrganizationTable {
  id: string
  /** Segment of web addresses. */
  slug: string
  name: string
  /** IANA zone of all queries. */
  zone: string
  /** JSON: settings that override the defaults. */
  settings: string
  /** Null for an organization that is not a tenant. */
  parent_id: string | null
  /** Member of the parent; null for an organization without a parent. */
  created_by: string | null
  updated_by: string | null
  /** Set in the transaction that permanently removes a tenant: its log may be deleted then. */
  erased_at: number | null
  created_at: number
  updated_at: number
}

/** The picture in the header of an organization's reports. */
export interface OrganizationLogoTable extends Audited {
  organization_id: string
  media_type: string
  /** Size of the content before base64 encoding. */
  size_bytes: number
  /** Base64. */
  content: string
}

export interface AccountTypeTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  is_built_in: number
  /** JSON array of feature permission names. */
  permissions: string
}

export interface MemberTable extends Audited {
  organization_id: string
  /** 29 base62 characters. */
  id: string
  email: string
  /** Lower-case email; unique in the organization. */
  email_key: string
  first_name: string
  last_name: string
  account_type_id: string
  /** internal, guest, embed. */
  user_kind: string
  home_folder_id: string
  /** argon2id, or null for a member without a password. */
  password_hash: string | null
  profile_img_url: string | null
  is_archived: number
  /** Deactivated by the identity provider; counts like `is_archived`. */
  is_inactive: Generated<number>
  /** First and last name in lower case, for searching and sorting. */
  name_key: Generated<string>
  /** Locale of the interface; null uses the browser's. */
  language: Generated<string | null>
}

export interface TeamTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  visibility: string
  is_archived: number
}

export interface TeamMemberTable {
  organization_id: string
  team_id: string
  member_id: string
  is_admin: number
  added_by: string
  added_at: number
}

export interface CustomFunctionTable extends Audited {
  organization_id: string
  id: string
  name: string
  /** The name in lower case; unique. */
  lower_name: string
  /** JSON: former names, which formulas may still use. */
  former_names: string
  description: string
  /** JSON: name, type and description of each. */
  arguments: string
  body: string
  /** Number of saves. */
  version: number
}

export interface UserAttributeTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  /** For members without a value of their own or of a team; null for none. */
  default_value: string | null
}

export interface UserAttributeTeamTable extends Audited {
  organization_id: string
  attribute_id: string
  team_id: string
  value: string
  /** For members of several teams the lowest number takes precedence. */
  priority: number
}

export interface UserAttributeMemberTable extends Audited {
  organization_id: string
  attribute_id: string
  member_id: string
  value: string
}

/** Values for the members of tenants in documents of the parent, which owns these rows. */
export interface UserAttributeTenantTable extends Audited {
  organization_id: string
  attribute_id: string
  tenant_id: string
  value: string
}
