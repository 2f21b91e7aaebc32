import type { InodeType } from '@octavo/core/access'
import { isInodeType } from '@octavo/core/access'
import type { AuditEventType, FileVerb } from '@octavo/core/contract'

/** Nouns of files in audit events; reports and other older kinds count as workbooks or data models. */
const nounOf = {
  workspace: 'WORKSPACE',
  folder: 'FOLDER',
  workbook: 'WORKBOOK',
  report: 'WORKBOOK',
  dashboard: 'WORKBOOK',
  template: 'TEMPLATE',
  'tagged-workbook': 'TAGGED_WORKBOOK',
  'data-model': 'DATA_MODEL',
  'tagged-data-model': 'TAGGED_DATA_MODEL',
  dataset: 'DATASET',
  worksheet: 'DATASET',
  table: 'DATASET',
  sql: 'DATASET',
  symlink: 'SYMLINK',
} as const satisfies Record<InodeType, string>

/** The event of a change to a file of this type. */
export function fileEventType(type: string, verb: FileVerb): AuditEventType {
  if (!isInodeType(type)) throw new Error(`There are no files of the type ${type}.`)
  return `${nounOf[type]}_${verb}`
}
