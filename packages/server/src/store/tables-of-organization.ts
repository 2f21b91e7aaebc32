import { actionReferences } from './schema/actions.ts'
import { auditReferences } from './schema/audit.ts'
import { connectionReferences } from './schema/connections.ts'
import { deliveryReferences } from './schema/deliveries.ts'
import { documentReferences } from './schema/documents.ts'
import { fileReferences } from './schema/files.ts'
import { inputTableReferences } from './schema/input-tables.ts'
import { instanceReferences } from './schema/instance.ts'
import { jobReferences } from './schema/jobs.ts'
import { organizationReferences } from './schema/organization.ts'
import type { References } from './schema/references.ts'
import { signInReferences } from './schema/sign-in.ts'
import { tagReferences } from './schema/tags.ts'
import type { Database } from './schema.ts'

const references = {
  ...actionReferences,
  ...auditReferences,
  ...connectionReferences,
  ...deliveryReferences,
  ...documentReferences,
  ...fileReferences,
  ...inputTableReferences,
  ...instanceReferences,
  ...jobReferences,
  ...organizationReferences,
  ...signInReferences,
  ...tagReferences,
} satisfies References<Database>

type TableOfOrganization = keyof typeof references

/** The tables that the rows of a table reference; undefined for a table without rows of an organization. */
export const referencesOf = (table: string): readonly string[] | undefined =>
  Object.hasOwn(references, table) ? references[table as TableOfOrganization] : undefined

/** Every table with rows of an organization; referencing tables before referenced ones. */
export const tablesOfOrganization: readonly TableOfOrganization[] = inOrder()

function inOrder(): TableOfOrganization[] {
  const referencedFirst = new Set<string>()
  const visit = (table: string) => {
    if (referencedFirst.has(table)) return
    for (const referenced of referencesOf(table) ?? []) if (referenced !== table) visit(referenced)
    referencedFirst.add(table)
  }
  for (const table of Object.keys(references)) visit(table)
  return [...referencedFirst].filter((table) => referencesOf(table) !== undefined).toReversed() as TableOfOrganization[]
}
