/**
 * For each table of a subject that has rows of an organization: the tables that its rows reference. When an organization is deleted, its
 * rows are deleted from these tables, from referencing tables first.
 */
export type References<Tables> = {
  readonly [Name in keyof Tables as Tables[Name] extends { organization_id: string } ? Name : never]: readonly string[]
}
