import type { Generated } from 'kysely'
import type { Audited } from './audited.ts'

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

/** How elements look that a member adds in the editor. */
export interface ElementStyleTable {
  organization_id: string
  member_id: string
  /** Of elements. */
  kind: string
  /** JSON: values by the paths of fields. */
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
  /** JSON: settings over constants. */
  settings: string
  /** Null for an organization that is nobody's tenant. */
  parent_id: string | null
  /** Members of the parent; null for an organization that has none. */
  created_by: string | null
  updated_by: string | null
  /** Set in the transaction that removes a tenant for good: its log may go then. */
  erased_at: number | null
  created_at: number
  updated_at: number
}

/** The picture that reports of an organization show in their header. */
export interface OrganizationLogoTable extends Audited {
  organization_id: string
  media_type: string
  /** Of the content, before it is written in base64. */
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
  /** argon2id, or null where the member has no password. */
  password_hash: string | null
  profile_img_url: string | null
  is_archived: number
  /** Put out of use by the identity provider; counts like `is_archived`. */
  is_inactive: Generated<number>
  /** Lower-case first and last name; lists search and sort by it. */
  name_key: Generated<string>
  /** Locale of the interface; null for that of the browser. */
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
  /** The name in small letters, in which it is unique. */
  lower_name: string
  /** JSON: names that it had before, which formulas may still use. */
  former_names: string
  description: string
  /** JSON: name, type and description of each. */
  arguments: string
  body: string
  /** How often it was saved. */
  version: number
}

export interface UserAttributeTable extends Audited {
  organization_id: string
  id: string
  name: string
  description: string
  /** For everyone without a value of their own or of a team; null for none. */
  default_value: string | null
}

export interface UserAttributeTeamTable extends Audited {
  organization_id: string
  attribute_id: string
  team_id: string
  value: string
  /** Among the values of several teams of a member the lowest number counts. */
  priority: number
}

export interface UserAttributeMemberTable extends Audited {
  organization_id: string
  attribute_id: string
  member_id: string
  value: string
}

/** Values that the members of tenants have in documents of the parent, whose rows these are. */
export interface UserAttributeTenantTable extends Audited {
  organization_id: string
  attribute_id: string
  tenant_id: string
  value: string
}
