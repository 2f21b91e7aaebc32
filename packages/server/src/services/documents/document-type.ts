import type { AuditVerb } from '@octavo/core/contract'
import { type InodeRecord, shownType } from '../inodes/inodes.ts'

/** The kind of a document's content. */
export type DocumentKind = 'workbook' | 'data-model'
/** The type of a document's file. A template is a workbook that others start from. */
export type DocumentType = DocumentKind | 'template'
/** Datasets are a retired kind: they can be read but not changed. */
export type ReadableType = DocumentType | 'dataset'

/** The kind of content that a type of files has. */
export const contentKindOf = (type: DocumentType): DocumentKind => (type === 'data-model' ? type : 'workbook')

/** The inode type of a tagged version; a tagged version of a template is a frozen workbook. */
export const taggedTypeOf = (type: DocumentType) => `tagged-${contentKindOf(type)}` as const

/** The name of an audit event: `DATA_MODEL_PUBLISHED`. */
export const documentAction = (type: DocumentType, verb: AuditVerb<'TEMPLATE'>) => `${nounOf[type]}_${verb}` as const

const nounOf = { workbook: 'WORKBOOK', template: 'TEMPLATE', 'data-model': 'DATA_MODEL' } as const satisfies Record<
  DocumentType,
  string
>

/** The type of a tagged version is workbook or data model. */
export const documentTypeOf = ({ inode }: Pick<InodeRecord, 'inode'>): DocumentType =>
  documentTypeNamed(shownType(inode.type))

/** As `documentTypeOf`, for files that may be datasets. */
export const readableTypeOf = (record: Pick<InodeRecord, 'inode'>): ReadableType =>
  record.inode.type === 'dataset' ? 'dataset' : documentTypeOf(record)

export const documentTypeNamed = (word: string): DocumentType =>
  word === 'data-model' || word === 'template' ? word : 'workbook'
